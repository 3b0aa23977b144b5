import { CONSTANTS, getDiscountCode, paymentMethod } from '@heartline/contracts';
import { type TimeBonusState, timeBonusState } from '@heartline/domain';
import { startWorld, type WorldHere } from '@heartline/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** The time bonus that the page of a new free member holds, made from the server's answer. */
describe('the time bonus of a new free member', () => {
  let world: WorldHere;
  let member: string;
  let signedUpAt: number;
  let bonus: TimeBonusState | null;

  beforeAll(async () => {
    world = await startWorld({ here: true });
    signedUpAt = world.clock.now();
    const [person] = await world.people({ account: { createdAt: signedUpAt } });
    member = person.id;
    const { discountcode } = await person.http.call(getDiscountCode, {});
    bonus = timeBonusState(discountcode, { paid_user: false }, signedUpAt + 1_000);
  });
  afterAll(() => world.stop());

  it.each<[keyof TimeBonusState, () => unknown]>([
    ['code', () => 'TIMEBONUS25'],
    ['country', () => null],
    ['user_id', () => member],
    ['expires', () => signedUpAt + CONSTANTS.timeBonusMs],
    ['value_percentage', () => 25],
    ['currency', () => null],
    ['minimum_order_value', () => 0],
    ['status', () => 'active'],
    ['validity', () => 'once-per-user'],
    ['expired', () => false],
    ['paymentmethods', () => [...paymentMethod.options]],
    ['isVisible', () => true],
    ['countdown', () => ({ hours: '03', minutes: '59', seconds: '59' })],
  ])(
    'has %s [S3-151 S3-152 S3-153 S3-154 S3-155 S3-156 S3-157 S3-158 S3-159 S3-160 S3-161]',
    (field, value) => {
      expect(bonus).toHaveProperty(field, value());
    },
  );

  it('has the fixed code, percentage, status and validity [S3-167 S3-168 S3-169 S3-170 S9-011]', () => {
    expect(bonus).toMatchObject({
      code: 'TIMEBONUS25',
      value_percentage: 25.0,
      status: 'active',
      validity: 'once-per-user',
    });
  });
});

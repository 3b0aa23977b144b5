import { describe, expect, it } from 'vitest';
import { COMPLAINT_MS, complaintUntil, isMet, mayComplain } from './safety.ts';

describe('complaints', () => {
  const decision = { at: 1_000 };

  it('need a decision', () => {
    expect(mayComplain(null, [], 'reported', 2_000)).toBe(false);
    expect(mayComplain(decision, [], 'reported', 2_000)).toBe(true);
  });

  it('are taken for six months, to the millisecond', () => {
    expect(complaintUntil(decision.at)).toBe(1_000 + COMPLAINT_MS);
    expect(mayComplain(decision, [], 'reporter', 1_000 + COMPLAINT_MS - 1)).toBe(true);
    expect(mayComplain(decision, [], 'reporter', 1_000 + COMPLAINT_MS)).toBe(false);
  });

  it('are accepted for six months from any day, in winter and in summer', () => {
    for (let day = 0; day < 366; day += 1) {
      const at = new Date(2027, 0, 1 + day, 23, 59);
      const sixMonthsLater = new Date(at).setMonth(at.getMonth() + 6, Math.min(at.getDate(), 28));
      expect(complaintUntil(at.getTime()), at.toISOString()).toBeGreaterThan(sixMonthsLater);
    }
  });

  it('are taken once from each side', () => {
    const made = [{ by: 'reporter' as const }];
    expect(mayComplain(decision, made, 'reporter', 2_000)).toBe(false);
    expect(mayComplain(decision, made, 'reported', 2_000)).toBe(true);
  });
});

describe('who meets a profile', () => {
  const stranger = { isOwner: false, isHidden: false, inConversation: false };

  it('lets everybody meet one that is visible', () => {
    expect(isMet({ invisible: false }, stranger)).toBe(true);
  });

  it('lets only people in a conversation meet one that is invisible', () => {
    expect(isMet({ invisible: true }, stranger)).toBe(false);
    expect(isMet({ invisible: true }, { ...stranger, inConversation: true })).toBe(true);
  });

  it('hides after a block, conversation or not, but never oneself', () => {
    expect(isMet({ invisible: false }, { ...stranger, isHidden: true, inConversation: true })).toBe(false);
    expect(isMet({ invisible: true }, { ...stranger, isOwner: true })).toBe(true);
  });
});

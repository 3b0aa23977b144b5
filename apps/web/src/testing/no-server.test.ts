// @vitest-environment happy-dom
import { expect, it } from 'vitest';

it('what no test answers fails as without a network, and goes to nobody', async () => {
  await expect(fetch('/api/user.php')).rejects.toThrow('no server');
});

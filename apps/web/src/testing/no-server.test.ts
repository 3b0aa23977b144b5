// @vitest-environment happy-dom
import { expect, it } from 'vitest';

it('fails a request that no test answers, as if offline', async () => {
  await expect(fetch('/api/user.php')).rejects.toThrow('no server');
});

import type { FastifyInstance } from 'fastify';

const PATH = '/transactions/:id';

/**
 * Some providers send the payer back by a form: the page then opens by a plain request, which carries the session that a
 * request from another site does not. Nothing in the form is read, since only the provider's own answer counts.
 */
export function addPaymentReturn(app: FastifyInstance): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, async () => undefined);
    scope.post<{ Params: { id: string } }>(PATH, async ({ params }, reply) =>
      reply.redirect(`/transactions/${encodeURIComponent(params.id)}`, 303),
    );
  });
}

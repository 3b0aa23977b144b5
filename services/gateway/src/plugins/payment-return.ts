import type { FastifyInstance } from 'fastify';

const PATH = '/transactions/:id';

/**
 * Opens the page of a payment for providers that send the payer back by a form. The redirect leads to a plain request,
 * which carries the session; a form from another site does not. The form itself proves nothing and is not read.
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

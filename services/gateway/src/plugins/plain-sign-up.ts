import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** An e-mail address has at most 254 characters; the form has this one field. */
const FORM_BYTES = 2_048;

type Answer = (request: FastifyRequest, reply: FastifyReply) => unknown;

/**
 * Takes the first step of a sign-up from the plain form of a served page, used before the app has loaded. The answer is
 * the page of the sign-up with the address filled in; the app continues from there. Nothing is stored.
 */
export function addPlainSignUp(
  app: FastifyInstance,
  answerRead: Answer,
  answerForm: (email: string, request: FastifyRequest, reply: FastifyReply) => unknown,
): void {
  // Only so that GET has a route beside POST.
  app.get(PATH, answerRead);
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_BYTES },
      async (_request: FastifyRequest, body: string) => new URLSearchParams(body).get('email') ?? '',
    );
    for (const path of [PATH, `/:locale${PATH}`])
      scope.post<{ Body: string | undefined }>(path, (request, reply) =>
        answerForm((request.body ?? '').trim().slice(0, 254), request, reply),
      );
  });
}

const PATH = '/signup';

import { parentPort, Worker } from 'node:worker_threads';

/** Work that would hold up the event loop, in a thread of its own. */
export interface Thread<Question, Answer> {
  /** Answers are told apart, so many may be asked at once. Rejects with what the thread threw, or when it ended. */
  ask(question: Question): Promise<Answer>;
}

interface Asked<Question> {
  id: number;
  question: Question;
}
type Answered<Answer> = { id: number; answer: Answer } | { id: number; error: unknown };

interface Waiting<Answer> {
  resolve(answer: Answer): void;
  reject(reason: unknown): void;
}

/**
 * The thread whose entry file is `entry`; it calls `answerQuestions`. It starts with the first question, again after
 * it ended, and keeps the process from ending only while it is asked.
 */
export function createThread<Question, Answer>(entry: URL): Thread<Question, Answer> {
  let thread: Worker | undefined;
  let last = 0;
  const waiting = new Map<number, Waiting<Answer>>();

  const ended = (reason: unknown) => {
    thread = undefined;
    for (const { reject } of waiting.values()) reject(reason);
    waiting.clear();
  };
  const start = () => {
    const started = new Worker(entry);
    started.on('message', (answered: Answered<Answer>) => {
      const one = waiting.get(answered.id);
      waiting.delete(answered.id);
      if (waiting.size === 0) started.unref();
      if ('error' in answered) one?.reject(answered.error);
      else one?.resolve(answered.answer);
    });
    started.on('error', ended);
    started.on('exit', () => ended(new Error('the thread ended')));
    return started;
  };
  return {
    ask(question) {
      thread ??= start();
      last += 1;
      const asked: Asked<Question> = { id: last, question };
      return new Promise((resolve, reject) => {
        waiting.set(asked.id, { resolve, reject });
        thread?.ref();
        thread?.postMessage(asked);
      });
    },
  };
}

/** The thread's side: answers each question, or throws what its asker is told. */
export function answerQuestions<Question, Answer>(answer: (question: Question) => Answer): void {
  parentPort?.on('message', ({ id, question }: Asked<Question>) => {
    parentPort?.postMessage(answerOne(id, () => answer(question)));
  });
}

function answerOne<Answer>(id: number, answer: () => Answer): Answered<Answer> {
  try {
    return { id, answer: answer() };
  } catch (error) {
    return { id, error };
  }
}

/** Answers questions together that are asked at the same time, so that many records cost one query. */

/**
 * @param answer finds the answers to all questions about a subject
 * @returns a function that asks one question
 */
export function askTogether<Subject extends object, Question, Answer>(
  answer: (subject: Subject, questions: readonly Question[]) => Promise<(question: Question) => Answer>,
) {
  const waiting = new WeakMap<
    Subject,
    { questions: Question[]; answers: Promise<(question: Question) => Answer> }
  >()
  return async (subject: Subject, question: Question): Promise<Answer> => {
    let together = waiting.get(subject)
    if (!together) {
      const questions: Question[] = []
      // In a microtask: functions that were called together have asked by then.
      const answers = Promise.resolve().then(() => {
        waiting.delete(subject)
        return answer(subject, questions)
      })
      together = { questions, answers }
      waiting.set(subject, together)
    }
    together.questions.push(question)
    return (await together.answers)(question)
  }
}

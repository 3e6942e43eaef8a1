/**
 * §8: failures of `dashboard.place` are logged, with the server's message when its `result` is false; a 401 has ended
 * the session.
 */
export async function logFailure<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof DOMException)) console.error(error instanceof Error ? error.message : error)
    throw error
  }
}

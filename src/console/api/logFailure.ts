/** Logs a failed call to the browser's console (§8: `dashboard.place`), and rethrows. Aborts are not logged. */
export async function logFailure<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof DOMException)) console.error(error instanceof Error ? error.message : error)
    throw error
  }
}

/** Logs the failure of a call (§8: of `dashboard.place`) to the console, and rethrows it. Aborts are not logged. */
export async function logFailure<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof DOMException)) console.error(error instanceof Error ? error.message : error)
    throw error
  }
}

/**
 * Starts the server. The version of Node is checked before other modules are loaded, which may fail with an older one:
 * no static import here leads to a package.
 */
import { assertNode } from './start/nodeVersion'
import { whyNotStarted } from './start/startProblem'

async function main(): Promise<void> {
  assertNode()
  const { startServer } = await import('./startServer')
  await startServer()
}

main().catch((error: unknown) => {
  process.stderr.write(`${whyNotStarted(error)}\n`)
  process.exit(1)
})

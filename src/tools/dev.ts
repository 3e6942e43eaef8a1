/** `npm run dev`: the server, restarted when its files change, and Vite with hot reload in front of it. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createServer } from 'vite'
import { packageRoot } from '../server/packageRoot'

const server = spawn(
  process.execPath,
  [join(packageRoot, 'node_modules/tsx/dist/cli.mjs'), 'watch', '--clear-screen=false', 'src/server/main.ts'],
  { cwd: packageRoot, stdio: 'inherit' },
)

const vite = await createServer({ root: packageRoot, server: { host: '127.0.0.1' } })
await vite.listen()
vite.printUrls()

server.once('exit', async code => {
  await vite.close()
  process.exit(code ?? 0)
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal))

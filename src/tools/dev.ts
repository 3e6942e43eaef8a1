/** `npm run dev`: the server, restarted when its files change, and Vite with hot reload in front of it. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createServer } from 'vite'
import { installed, openConfig } from '../server/config/openConfig'
import { packageRoot } from '../server/packageRoot'
import { overlayOf } from './build/configOverlay'

const server = spawn(
  process.execPath,
  [join(packageRoot, 'node_modules/tsx/dist/cli.mjs'), 'watch', '--clear-screen=false', 'src/server/main.ts'],
  { cwd: packageRoot, stdio: 'inherit' },
)

const vite = await createServer({ root: packageRoot, server: { host: '127.0.0.1' } })
await vite.listen()
vite.printUrls()

// After an invalid change, the server keeps the last valid config and logs the errors. Here the page shows them too.
const config = await openConfig(
  installed({
    config: process.env.FLEET_CONFIG || join(packageRoot, 'config'),
    i18n: process.env.FLEET_I18N || undefined,
  }),
).catch(() => undefined)
config?.onOutcome(outcome => vite.ws.send(overlayOf(outcome)))

server.once('exit', async code => {
  config?.close()
  await vite.close()
  process.exit(code ?? 0)
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal))

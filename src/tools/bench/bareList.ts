/**
 * The baseline of the console: builds and serves `<Admin><Resource list={ListGuesser}/></Admin>` on
 * ra-data-simple-rest.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type Connect, type InlineConfig, preview } from 'vite'
import { packageRoot } from '../../server/packageRoot'
import { freePort } from '../services/site'

const PAGE = `<!doctype html><html><body><div id="root"></div><script type="module" src="/main.jsx"></script></body></html>`
const MAIN = `
import { createRoot } from 'react-dom/client'
import { Admin, ListGuesser, Resource } from 'react-admin'
import simpleRestProvider from 'ra-data-simple-rest'
createRoot(document.getElementById('root')).render(
  <Admin dataProvider={simpleRestProvider('/rest')}><Resource name="devices" list={ListGuesser} /></Admin>,
)
`

/** Rows of the first page, as react-admin asks for them by default. */
const PAGE_ROWS = 10

/** Serves the bare list with the given rows. Disposing stops it and removes the build. */
export async function startBareList(rows: object[]): Promise<AsyncDisposable & { url: string }> {
  // Within the package, so that the same node_modules are found.
  const root = join(packageRoot, 'node_modules/.cache/bare-list')
  await mkdir(root, { recursive: true })
  await writeFile(join(root, 'package.json'), '{"type":"module"}')
  await writeFile(join(root, 'index.html'), PAGE)
  await writeFile(join(root, 'main.jsx'), MAIN)
  const options: InlineConfig = { root, configFile: false, logLevel: 'error' }
  await build({ ...options, build: { emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 5000 } })
  const port = await freePort()
  const server = await preview({
    ...options,
    preview: { host: '127.0.0.1', port },
    plugins: [{ name: 'rows', configurePreviewServer: ({ middlewares }) => answerRows(middlewares, rows) }],
  })
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      await server.close()
      await rm(root, { recursive: true, force: true })
    },
  }
}

function answerRows(middlewares: Connect.Server, rows: object[]): void {
  middlewares.use('/rest/devices', (_, response) => {
    const page = rows.slice(0, PAGE_ROWS)
    const range = `devices 0-${page.length - 1}/${rows.length}`
    response.setHeader('content-range', range).setHeader('content-type', 'application/json')
    response.end(JSON.stringify(page))
  })
}

/** What the console is measured beside: `<Admin><Resource list={ListGuesser}/></Admin>` on ra-data-simple-rest, built and served here. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { packageRoot } from '../../server/packageRoot'

const PAGE = `<!doctype html><html><body><div id="root"></div><script type="module" src="/main.jsx"></script></body></html>`
const MAIN = `
import { createRoot } from 'react-dom/client'
import { Admin, ListGuesser, Resource } from 'react-admin'
import simpleRestProvider from 'ra-data-simple-rest'
createRoot(document.getElementById('root')).render(
  <Admin dataProvider={simpleRestProvider('/rest')}><Resource name="devices" list={ListGuesser} /></Admin>,
)
`
const KINDS: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html' }

/** Serves the bare list with the given rows; `stop` ends it and removes what was built. */
export async function startBareList(rows: object[]): Promise<{ url: string; stop: () => Promise<void> }> {
  // Within the package, so that it finds the same node_modules and is a module like our own source.
  const folder = join(packageRoot, 'node_modules/.cache/bare-list')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  await writeFile(join(folder, 'index.html'), PAGE)
  await writeFile(join(folder, 'main.jsx'), MAIN)
  await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    build: { outDir: 'dist', emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 5000 },
  })
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://bare').pathname
    if (path === '/rest/devices') return answerRows(response, rows)
    const file = extname(path) ? path : '/index.html'
    readFile(join(folder, 'dist', file)).then(
      bytes => {
        response.writeHead(200, {
          'content-type': KINDS[extname(file)] ?? 'application/octet-stream',
          'content-encoding': 'gzip',
        })
        response.end(gzipSync(bytes))
      },
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.closeAllConnections()
      await new Promise(done => server.close(done))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function answerRows(response: ServerResponse, rows: object[]): void {
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-range': `devices 0-${Math.min(rows.length, 10) - 1}/${rows.length}`,
  })
  response.end(JSON.stringify(rows.slice(0, 10)))
}

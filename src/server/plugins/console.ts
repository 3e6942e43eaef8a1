/**
 * Serves the built console: its files, and for every other URL the page, which contains the config
 * (docs/agreements.md).
 */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import serveStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CompiledConfig } from '../../engine/compiled'
import type { ConfigSource } from '../deps'

/** The data that is embedded in the page: `{config, messages}`. */
export type ReadPageData = () => unknown

/** Serves the build in `folder`; nothing if there is none (development, tests of the API). */
export async function serveConsole(
  app: FastifyInstance,
  { folder, config, boot }: { folder: string; config: ConfigSource; boot: ReadPageData },
): Promise<void> {
  if (!existsSync(join(folder, 'index.html'))) return
  const [head, ownHead, tail] = splitHead(await readFile(join(folder, 'index.html'), 'utf8'))
  const screens: Screens = JSON.parse(await readFile(join(folder, SCREENS), 'utf8').catch(() => '{}'))

  app.register(serveStatic, {
    root: folder,
    wildcard: false,
    index: false,
    // The config and the map are served as they are now, not as they were at build time.
    globIgnore: ['index.html', SCREENS, 'config.json', 'map/**', '**/*.br', '**/*.gz'],
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      // Files in assets/ carry a hash of their content in their names.
      const isHashed = path.includes('/assets/')
      reply.setHeader('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })

  let cached = { hash: '', block: '' }
  const bootBlock = () => {
    const { hash } = config.current().shared
    if (cached.hash !== hash) cached = { hash, block: dataBlock(boot()) }
    return cached.block
  }

  app.get('/*', async (request, reply) => {
    if (!isNavigation(request)) return reply.callNotFound()
    const code = preloads(screens, request.url, config.current().shared)
    const { theme } = config.current().shared.app
    const coloured = ownHead.replace(/(name="color-scheme" content=")\w+/, `$1${theme}`)
    return page(
      reply,
      `${head}<meta property="csp-nonce" content="${reply.styleNonce}">${coloured}${code}${bootBlock()}${tail}`,
    )
  })
}

/** The JavaScript files of each screen, written by the build (`tools/build/screenCode`). */
const SCREENS = 'screens.json'
type Screens = Readonly<Record<string, readonly string[]>>

/** Preloads the code of the requested screen together with the libraries, not after them. */
function preloads(screens: Screens, url: string, { resources, app }: CompiledConfig): string {
  const path = url.split('?', 1)[0]
  const shown = Object.values(resources).find(resource => resource.list && resource.path === path)
  const isMain = app.products.some(({ slug }) => path === `/app/main/${slug}`)
  // A resource without a special screen uses the general list.
  const files = screens[isMain ? 'main' : (shown?.name ?? '')] ?? (shown && screens.list) ?? []
  return files.map(file => `<link rel="modulepreload" crossorigin href="/${file}">`).join('')
}

const page = (reply: FastifyReply, html: string) =>
  reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(html)

/** True for every URL except files and the API: the console itself handles unknown deep links. */
function isNavigation({ url, headers }: FastifyRequest): boolean {
  const path = url.split('?', 1)[0]!
  if (/^\/(api|auth|assets)(\/|$)/.test(path)) return false
  return headers.accept?.includes('text/html') || !/\.[a-z0-9]{1,8}$/i.test(path)
}

/**
 * Splits the page at its head elements. They stay first in the page, because they load the libraries, the largest
 * files.
 */
function splitHead(html: string): [begin: string, head: string, end: string] {
  const parts = /^(.*?<head[^>]*>)(.*?)(<\/head>.*)$/is.exec(html)
  if (!parts) throw new Error('index.html has no head')
  return [parts[1]!, parts[2]!, parts[3]!]
}

/** A script element with JSON data, which no browser runs; the JSON is escaped so that it cannot close the element. */
const dataBlock = (value: unknown) =>
  `<script type="application/json" id="fleet-boot">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`

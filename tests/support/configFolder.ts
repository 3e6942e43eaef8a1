/** A copy of `config/` that a test may change while a server reads it: what a product owner does, and nothing else. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Site } from './journey'
import { root } from './source'

export interface ConfigFolder {
  /** What the server is given as FLEET_CONFIG. */
  path: string
  /** Rewrites one JSON file of the folder. */
  change: <Content>(file: string, change: (content: Content) => void) => Promise<void>
  /** Drops a file of the package (`config/examples/sims.json`) into the folder. */
  drop: (from: string, to: string) => Promise<void>
  remove: (file: string) => Promise<void>
  discard: () => Promise<void>
}

export async function copyConfig(): Promise<ConfigFolder> {
  const path = await mkdtemp(join(tmpdir(), 'fleet-config-'))
  await cp(join(root, 'config'), path, { recursive: true })
  return {
    path,
    change: async (file, change) => {
      const content = JSON.parse(await readFile(join(path, file), 'utf8'))
      change(content)
      await writeFile(join(path, file), `${JSON.stringify(content, null, 2)}\n`)
    },
    drop: (from, to) => cp(join(root, from), join(path, to)),
    remove: file => rm(join(path, file)),
    discard: () => rm(path, { recursive: true, force: true }),
  }
}

/** Does something to the folder of a running server, and waits until the server gives out the config that came of it. */
export async function inForce(site: Site, act: () => Promise<void>): Promise<void> {
  const before = await etag(site)
  await act()
  await expect.poll(() => etag(site), { timeout: 20_000 }).not.toBe(before)
}

async function etag(site: Site): Promise<string> {
  return (await fetch(`${site.url}/config.json`)).headers.get('etag') ?? ''
}

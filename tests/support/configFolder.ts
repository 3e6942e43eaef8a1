/** A copy of `config/` that a test may change while a server reads it, as a product owner does. */
import { existsSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect } from '@playwright/test'
import { installed, openConfig } from '../../src/server/config/openConfig'
import type { Site } from '../../src/tools/services/site'
import { root } from './source'

export interface ConfigFolder {
  /** The value of FLEET_CONFIG for the server. */
  path: string
  /** Rewrites one JSON file of the folder. */
  change: <Content>(file: string, change: (content: Content) => void) => Promise<void>
  /** Writes a new JSON file. */
  write: (file: string, content: object) => Promise<void>
  /** Copies examples of the package, such as `sims`, into the resources of the folder. */
  drop: (...examples: string[]) => Promise<void>
  remove: (file: string) => Promise<void>
  /** Restores the folder. */
  restore: () => Promise<void>
  discard: () => Promise<void>
}

/** @param from folder of the package: the complete config, or only the differences */
export async function copyConfig(from = 'config'): Promise<ConfigFolder> {
  const path = await mkdtemp(join(tmpdir(), 'fleet-config-'))
  await cp(join(root, from), path, { recursive: true })
  const touched = new Set<string>()
  return {
    path,
    change: async (file, change) => {
      touched.add(file)
      const content = JSON.parse(await readFile(join(path, file), 'utf8'))
      change(content)
      await writeFile(join(path, file), `${JSON.stringify(content, null, 2)}\n`)
    },
    write: (file, content) => {
      touched.add(file)
      return writeFile(join(path, file), `${JSON.stringify(content, null, 2)}\n`)
    },
    drop: async (...examples) => {
      for (const example of examples) {
        const file = `resources/${basename(example)}.json`
        touched.add(file)
        await cp(join(root, `config/examples/${example}.json`), join(path, file))
      }
    },
    remove: file => {
      touched.add(file)
      return rm(join(path, file))
    },
    restore: async () => {
      for (const file of touched) {
        const original = join(root, from, file)
        if (existsSync(original)) await cp(original, join(path, file))
        else await rm(join(path, file), { force: true })
      }
      touched.clear()
    },
    discard: () => rm(path, { recursive: true, force: true }),
  }
}

type SiteWith<Part extends keyof ConfigFolder> = Pick<Site, 'url'> & { config: Pick<ConfigFolder, Part> }
/**
 * Changes the folder of a running server, and waits until the server serves the resulting config.
 */
export async function applyConfigChange(site: SiteWith<'path'>, act: () => Promise<void>): Promise<void> {
  await act()
  const { path } = site.config
  const wanted = await openConfig({ ...installed({ config: path }), watch: false })
  const { hash } = wanted.current().shared
  wanted.close()
  await expect.poll(() => etag(site), { timeout: 60_000 }).toContain(hash)
}

/** Copies examples of the package into the folder of a running server. */
export const dropExamples = (site: SiteWith<'path' | 'drop'>, ...examples: string[]) =>
  applyConfigChange(site, () => site.config.drop(...examples))

/** The ETag of the served config; it contains the hash. */
export async function etag(site: Pick<Site, 'url'>): Promise<string> {
  return (await fetch(`${site.url}/config.json`)).headers.get('etag') ?? ''
}

/** The error overlay of `npm run dev` after a change of the config. */
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type ConfigOutcome, openConfig } from '../../src/server/config/openConfig'
import { overlayOf } from '../../src/tools/build/configOverlay'
import { copyConfig } from '../support/configFolder'

test('shows a misspelt field with file, line, column, path and a suggestion; after the correction the page reloads', async () => {
  const folder = await copyConfig()
  const config = await openConfig({ folder: folder.path, watch: { settleMs: 10, pollMs: 100 } })
  /** Resolves with the outcome of the next change. */
  const nextOutcome = () =>
    new Promise<ConfigOutcome>(done => {
      const forget = config.onOutcome(outcome => {
        forget()
        done(outcome)
      })
    })
  try {
    const path = join(folder.path, 'resources/vendors.json')
    const text = await readFile(path, 'utf8')
    const misspelt = text.replace('"post", "page", "img"]', '"pots", "page", "img"]')
    const line = misspelt.split('\n').findIndex(one => one.includes('"pots"')) + 1
    let outcome = nextOutcome()
    await replaceFile(path, misspelt)
    const overlay = overlayOf(await outcome)
    expect(overlay).toMatchObject({
      type: 'error',
      err: {
        message: expect.stringMatching(
          new RegExp(`vendors\\.json:${line}:\\d+ /form/sections/1/fields/1 .*pots.*post`),
        ),
        loc: { file: expect.stringMatching(/vendors\.json$/), line, column: expect.any(Number) },
      },
    })
    outcome = nextOutcome()
    await replaceFile(path, text.replace('"홈페이지"', '"누리집"'))
    expect(overlayOf(await outcome)).toEqual({ type: 'full-reload' })
  } finally {
    config.close()
    await folder.discard()
  }
})

/** Replaces the file in one step, as editors do. */
async function replaceFile(path: string, text: string): Promise<void> {
  await writeFile(`${path}.new`, text)
  await rename(`${path}.new`, path)
}

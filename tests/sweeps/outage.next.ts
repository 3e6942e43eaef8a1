/** Every screen × the ways in which the server is not there: each says that it could not be loaded, and comes back by itself. */
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { say } from '../../src/tools/say'
import { VIEWS } from '../../src/tools/views'
import { expect, follow, settled, startSite, test } from '../support/journey'
import { begin, end, type Stoppable } from '../support/outage'

test.describe.configure({ mode: 'serial' })

/** One server for the file, stopped and started again at its address. */
let site: Stoppable
let folder: string
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fleet-outage-'))
  await cp(process.env.JOURNEY_SEED!, folder, { recursive: true })
  let running = await startSite({ at: folder })
  const port = Number(new URL(running.url).port)
  site = {
    ...running,
    stop: () => running.stop(),
    start: async () => {
      running = await startSite({ at: folder, port })
    },
  }
  await site.token('master')
})
test.afterAll(async () => {
  await site.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Screens by their addresses, each once; those that ask nothing when they open say nothing either. */
const SCREENS = [...new Set(VIEWS.filter(({ who }) => who.includes('master')).map(({ path }) => path))]
const ASKS_NOTHING = /\/edit\/0$|\/error$/

for (const outage of ['offline', 'stopped', '502'] as const) {
  test(`${outage}: every screen says that it could not be loaded, and comes back by itself`, async ({
    open,
  }) => {
    const page = await open('master', '/error', { site, fresh: true })
    // The code of the screens comes, what they show does not.
    await page.route('**/api/**', route => route.abort())
    for (const path of SCREENS) {
      await follow(page, path)
      await settled(page)
    }
    await page.unroute('**/api/**')
    await follow(page, '/app/nowhere')
    await begin(outage, [page], site)
    for (const path of SCREENS) {
      await test.step(path, async () => {
        await follow(page, path)
        if (ASKS_NOTHING.test(path)) return
        const main = page.getByRole('main')
        await expect(main.getByRole('alert').filter({ hasText: /./ }).first()).toBeVisible()
        await expect(main.locator('.MuiSkeleton-root')).toHaveCount(0)
      })
    }
    await follow(page, '/app/admin/vendors')
    await expect(page.getByText(say('shell.failure.load'))).toBeVisible()
    if (outage === 'offline') await expect(page.getByText(say('shell.connection.offline'))).toBeVisible()
    if (outage === 'stopped') await expect(page.getByText(say('shell.connection.unreachable'))).toBeVisible()
    await end(outage, [page], site)
    await expect(page.locator('tbody tr').first()).toBeVisible({ timeout: 45_000 })
  })
}

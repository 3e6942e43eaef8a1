/**
 * Everything that is asked of the server × every way in which it is not there: each says what happened, keeps what was typed, can
 * be tried again, comes back by itself where it was only read, and nothing is done later that the user did not see.
 */
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calls } from '../../src/console/api/calls'
import { say } from '../../src/tools/say'
import { VIEWS } from '../../src/tools/views'
import { emailOf, expect, follow, PASSWORD, type Page, settled, startSite, test } from '../support/journey'
import { begin, callOf, end, OUTAGES, type Outage, type Stoppable } from '../support/outage'
import {
  all,
  button,
  fresh,
  freshBrn,
  freshEmail,
  input,
  label,
  makeVendor,
  question,
  rowOf,
} from '../support/records'

test.describe.configure({ mode: 'serial' })

/** Calls that no walk below makes, and where they are looked at. */
const ELSEWHERE: Partial<Record<keyof typeof calls, string>> = {
  'auth.refresh': 'tests/console/sessionWatch: a renewal that fails ends nothing',
  'auth.logout': 'tests/console/session: leaving does not wait for the server',
  'auth.signup': 'tests/console/register: the alert says why',
}
const asked = new Set<string>()

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

const watchCalls = (page: Page) =>
  page.on('request', request => {
    const name = callOf(request.method(), request.url())
    if (name) asked.add(name)
  })

/** Does what asks the server; where that does not answer, time passes until the page says that it waits, and the user stops waiting. */
async function unanswered(outage: Outage, page: Page, act: () => Promise<void>): Promise<void> {
  if (outage !== 'no answer') return act()
  const sent = page.waitForRequest(/\/api\//)
  await act()
  await sent
  await page.clock.runFor(31_000)
  await expect(page.getByText(/아직 서버의 응답을 기다리고 있습니다/)).toBeVisible()
  await page.getByRole('button', { name: say('shell.waiting.stop') }).click()
}

/** Screens by their addresses, each once; those that ask nothing when they open say nothing either. */
const SCREENS = [...new Set(VIEWS.filter(({ who }) => who.includes('master')).map(({ path }) => path))]
const ASKS_NOTHING = /\/edit\/0$|\/error$/

for (const outage of OUTAGES) {
  test(`${outage}: every screen says that it could not be loaded, and comes back by itself`, async ({
    open,
  }) => {
    const page = await open('master', '/error', { site, fresh: true })
    watchCalls(page)
    if (outage === 'no answer') await page.clock.install()
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
        if (ASKS_NOTHING.test(path)) return follow(page, path)
        await unanswered(outage, page, () => follow(page, path))
        const main = page.getByRole('main')
        await expect(main.getByRole('alert').filter({ hasText: /./ }).first()).toBeVisible()
        await expect(main.locator('.MuiSkeleton-root')).toHaveCount(0)
      })
    }
    await unanswered(outage, page, () => follow(page, '/app/admin/vendors'))
    await expect(page.getByText(say('shell.failure.load'))).toBeVisible()
    if (outage === 'offline') await expect(page.getByText(say('shell.connection.offline'))).toBeVisible()
    if (outage === 'stopped') await expect(page.getByText(say('shell.connection.unreachable'))).toBeVisible()
    await end(outage, [page], site)
    // Who stopped waiting asks again themselves.
    if (outage === 'no answer') await page.getByRole('button', { name: say('shell.retry') }).click()
    await expect(page.locator('tbody tr').first()).toBeVisible({ timeout: 45_000 })
  })
}

interface Action {
  name: string
  /** Brings the page to the moment before the write. */
  prepare: (page: Page, outage: Outage) => Promise<Kept>
  /** Writes, and writes again. */
  act: (page: Page) => Promise<void>
  /** What is said when no answer came, but for those that say it everywhere. */
  said?: RegExp
}

interface Kept {
  /** That what was entered is still there. */
  there: () => Promise<void>
  /** That it was done, once. */
  done: () => Promise<void>
}

const SAID = /알 수 없습니다|오프라인 상태여서 보내지 못했습니다/
const nameField = (page: Page, resource = 'vendors') => input(page, label(resource, 'name'))
const save = (page: Page) => button.save(page).click()
const named = async (path: string, name: string) =>
  (await all(site, 'master', path)).filter(one => one.name === name).length

const ACTIONS: readonly Action[] = [
  {
    name: 'a new vendor',
    prepare: async page => {
      const name = fresh('새 업체')
      await page.goto('/app/admin/vendors/edit/0')
      await nameField(page).fill(name)
      await input(page, label('vendors', 'brn')).fill(freshBrn())
      return {
        there: () => expect(nameField(page)).toHaveValue(name),
        done: async () => {
          await expect(page).toHaveURL(/vendors$/)
          expect(await named('/api/admin/vendors', name)).toBe(1)
        },
      }
    },
    act: save,
  },
  {
    name: 'a changed vendor',
    prepare: async page => {
      const { id } = await makeVendor(site)
      const name = fresh('고친 업체')
      await page.goto(`/app/admin/vendors/edit/${id}`)
      await nameField(page).fill(name)
      return {
        there: () => expect(nameField(page)).toHaveValue(name),
        done: async () => {
          await expect.poll(() => named('/api/admin/vendors', name)).toBe(1)
          await expect(question(page)).toHaveCount(0)
        },
      }
    },
    act: save,
  },
  {
    name: 'a deleted vendor',
    prepare: async page => {
      const { id, name } = await makeVendor(site)
      await page.goto(`/app/admin/vendors/edit/${id}`)
      await page.getByRole('button', { name: '삭제' }).click()
      await expect(question(page)).toBeVisible()
      return {
        there: () => expect(button.yes(page)).toBeEnabled(),
        done: () => expect.poll(() => named('/api/admin/vendors', name)).toBe(0),
      }
    },
    act: page => button.yes(page).click(),
  },
  {
    name: 'a new client',
    prepare: async page => {
      const name = fresh('새 회원')
      await page.goto('/app/admin/clients/edit/0')
      await nameField(page, 'clients').fill(name)
      await input(page, label('clients', 'email')).fill(freshEmail())
      for (const secret of await page.locator('main input[type=password]').all())
        await secret.fill('Journey-1!')
      return {
        there: () => expect(nameField(page, 'clients')).toHaveValue(name),
        done: async () => {
          await expect(page).toHaveURL(/clients$/)
          expect(await named('/api/admin/clients', name)).toBe(1)
        },
      }
    },
    act: save,
  },
  {
    name: 'a new model',
    prepare: async page => {
      const name = fresh('FT')
      await page.goto('/app/admin/models/edit/0')
      await nameField(page, 'models').fill(name)
      return {
        there: () => expect(nameField(page, 'models')).toHaveValue(name),
        done: async () => {
          await expect(page).toHaveURL(/models$/)
          expect(await named('/api/models', name)).toBe(1)
        },
      }
    },
    act: save,
  },
  {
    name: 'a command to a device',
    prepare: async page => {
      await page.goto(`/app/devices?filter=${encodeURIComponent('{"status":"linked"}')}`)
      await rowOf(page, '').first().locator('[aria-haspopup=dialog]').first().click()
      const dialog = page.getByRole('dialog')
      await dialog.locator('h3 button').first().click()
      await expect(dialog.locator('form [type=submit]')).toBeVisible()
      const before = await orders()
      return {
        there: () => expect(dialog.locator('form [type=submit]')).toBeEnabled(),
        done: async () => {
          await expect(dialog.getByText('단말 제어 명령이 등록되었습니다.')).toBeVisible()
          expect(await orders()).toBe(before + 1)
        },
      }
    },
    act: async page => {
      const field = page.getByRole('dialog').getByRole('combobox')
      if (await field.count()) {
        await field.first().click()
        await page.getByRole('option').first().click()
      }
      await page.getByRole('dialog').locator('form [type=submit]').click()
    },
  },
  {
    name: 'one’s own name',
    prepare: async page => {
      const name = fresh('관리자')
      await page.goto('/app/profile?change=name')
      const field = page.locator('[role=tabpanel]:visible').getByRole('textbox')
      await field.fill(name)
      return {
        there: () => expect(field).toHaveValue(name),
        done: () => expect(page.getByText(/변경하였습니다|변경되었습니다/)).toBeVisible(),
      }
    },
    act: page => page.locator('[role=tabpanel]:visible').locator('[type=submit]').click(),
  },
]

async function orders(): Promise<number> {
  const answer = await fetch(`${site.url}/api/orders`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await site.token('master')}`, 'content-type': 'application/json' },
    body: JSON.stringify({ page_index: 1, page_limit: 1 }),
  })
  return ((await answer.json()) as { count: number }).count
}

for (const outage of OUTAGES) {
  test(`${outage}: every write says what became of it, keeps what was typed and is done by the next try, once`, async ({
    open,
  }) => {
    const first = await open('master', '/error', { site, fresh: true })
    const walks: { action: Action; page: Page; kept: Kept }[] = []
    for (const action of ACTIONS) {
      const page = await first.context().newPage()
      watchCalls(page)
      if (outage === 'no answer') await page.clock.install()
      walks.push({ action, page, kept: await action.prepare(page, outage) })
    }
    const pages = walks.map(({ page }) => page)
    await begin(outage, pages, site)
    for (const { action, page, kept } of walks) {
      await test.step(`${action.name}, ${outage}`, async () => {
        await unanswered(outage, page, () => action.act(page))
        await expect(page.getByText(action.said ?? SAID).first()).toBeVisible()
        await kept.there()
      })
    }
    await end(outage, pages, site)
    for (const { action, page, kept } of walks) {
      await test.step(`${action.name}, back again`, async () => {
        await action.act(page)
        await kept.done()
        await page.close()
      })
    }
  })
}

test('signing in says that the server is not there, and works when it is', async ({ open }) => {
  for (const outage of ['offline', '502', 'no answer'] as const) {
    const page = await open('nobody', '/login', { site, fresh: true })
    watchCalls(page)
    if (outage === 'no answer') await page.clock.install()
    await page.getByRole('textbox', { name: /이메일/ }).fill(emailOf('vendor'))
    await page.getByRole('textbox', { name: '비밀번호' }).fill(PASSWORD)
    const submit = page.getByRole('button', { name: '로그인', exact: true })
    await begin(outage, [page], site)
    await unanswered(outage, page, () => submit.click())
    await expect(page.locator('#login-failure')).toBeVisible()
    await expect(page.getByRole('textbox', { name: '비밀번호' })).toHaveValue(PASSWORD)
    await end(outage, [page], site)
    await submit.click()
    await expect(page).toHaveURL('/app/main/fleet')
  }
})

test('no call of the console is without a walk', () => {
  const missing = Object.keys(calls).filter(name => !asked.has(name) && !(name in ELSEWHERE))
  expect(missing).toEqual([])
})

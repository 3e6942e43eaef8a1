import { listOf, makeDevices } from '../support/bulk'
import { expect, live, settled, test } from '../support/journey'
import { ask, find, fresh, makeBatch, rowOf, rows } from '../support/records'

const LIST = '/app/groups/batches'

test('a list that changes often keeps its scroll position and announces nothing', async ({ open, site }) => {
  const { batch, ids } = await makeDevices(site, 20)
  const watcher = await open('vendor', listOf(batch), { viewport: { width: 1100, height: 700 } })
  await live(watcher)
  await settled(watcher)
  const region = watcher.getByRole('region').filter({ has: rows(watcher) })
  await region.evaluate(element => element.scrollTo({ top: 200, left: 100 }))
  const place = () => region.evaluate(({ scrollTop, scrollLeft }) => [scrollTop, scrollLeft])
  const before = await place()
  expect(Math.min(...before)).toBeGreaterThan(0)
  const announced = await watcher.evaluateHandle(() => {
    const texts: string[] = []
    const spoken = '[role=status], [role=alert], [role=log], [aria-live]'
    new MutationObserver(changes => {
      for (const { target } of changes) {
        const element = target instanceof Element ? target : target.parentElement
        const liveRegion = element?.closest(spoken)
        if (liveRegion) texts.push(liveRegion.outerHTML)
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
    return texts
  })
  for (const [at, id] of ids.entries()) {
    const { status } = await ask(site, 'vendor', 'PUT', `/api/devices/${id}`, { serial: `LIVE-${at}` })
    expect(status).toBe(200)
  }
  for (const [at, id] of ids.entries()) await expect(rowOf(watcher, id)).toContainText(`LIVE-${at}`)
  expect(await place()).toEqual(before)
  expect(await announced.jsonValue()).toEqual([])
})

test('two tabs share one event stream, and both update', async ({ open, site }) => {
  const name = fresh('두 탭')
  const { id } = await makeBatch(site, { name })
  const first = await open('vendor', LIST)
  await live(first)
  const second = await first.context().newPage()
  const streams: string[] = []
  second.on('request', request => {
    if (request.url().includes('/api/events')) streams.push(request.url())
  })
  await second.goto(LIST)
  const row = await find(second, name)
  // The second tab gets changes from the first, and does not poll.
  const waiting = () => second.evaluate(() => navigator.locks.query().then(all => all.pending?.length))
  await expect.poll(waiting).toBe(1)
  await ask(site, 'vendor', 'PUT', `/api/batches/${id}`, { comment: '두 탭 모두' })
  await expect(row).toContainText('두 탭 모두')
  expect(streams).toEqual([])
  await first.close()
  await expect.poll(() => streams.length).toBe(1)
})

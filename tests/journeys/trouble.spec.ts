/** Home answers "which region has trouble now" without a click. */
import { sql } from 'kysely'
import { openDatabase } from '../../src/server/store/database'
import { expect, testOn } from '../support/journey'
import { startStoppable } from '../support/outage'
import { rows } from '../support/records'

/** Twelve devices of South Jeolla went offline ten minutes ago. */
async function loseRegion(folder: string): Promise<void> {
  const db = await openDatabase({ folder })
  try {
    await sql`
      update devices set online = false, closed = now() - interval '10 minutes'
        where id in (select id from devices where online and sido = 'KR-46' order by id limit 12)`.execute(db)
    // No other device is lost, so that the region stands alone.
    await sql`
      update devices set closed = now() - interval '3 hours'
        where not online and closed > now() - interval '2 hours' and sido is distinct from 'KR-46'`.execute(
      db,
    )
  } finally {
    await db.destroy()
  }
}

// The server runs without the simulator, which would connect devices again.
const test = testOn(() => startStoppable({ env: { FLEET_DEMO: '0' }, fill: loseRegion }))

test('a region that loses devices is named on the first screen, with a link to these', async ({ open }) => {
  const page = await open('master', '/app/main/fleet')
  const tile = (label: string) => page.getByRole('listitem').filter({ hasText: label })
  const lost = tile('지난 1시간 안에 끊긴 단말').getByRole('link', { name: /^전남 \d+대$/ })
  await expect(lost).toBeInViewport()
  await expect(tile('평소보다 온라인이 적은 지역').getByRole('link', { name: /^전남 / })).toBeInViewport()
  const count = Number(/\d+/.exec((await lost.textContent()) ?? '')?.[0])
  expect(count).toBeGreaterThanOrEqual(12)
  await lost.click()
  await expect(page.getByText(`${count} 개의 디바이스가 검색되었습니다.`)).toBeVisible()
  await expect(rows(page).first()).toContainText('오프라인')
})

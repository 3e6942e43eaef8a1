import { mkdir } from 'node:fs/promises'
import { chromium } from '@playwright/test'
import { startSite } from '/work/wt/layout/src/tools/site'
import { sentencesOf, VIEWS } from '/work/wt/layout/src/tools/views'
import { startLongSite } from '/work/wt/layout/tests/support/longFleet'
import seed from '/work/wt/layout/tests/support/seedJourneys'

const out = '/tmp/layout-shots'
await mkdir(out, { recursive: true })
const drop = await seed()
const plain = process.argv[2] === 'plain'
const site = plain ? await startSite({ data: process.env.JOURNEY_SEED }) : await startLongSite()
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const want = process.argv.slice(3)
try {
  for (const w of want) {
    // name:who:WxH:theme
    const [name, who, size, theme = 'dark'] = w.split(':')
    const [width, height] = size!.split('x').map(Number)
    const view = VIEWS.find(v => v.name === name)!
    const context = await browser.newContext({
      baseURL: site.url,
      locale: 'ko-KR',
      timezoneId: 'Asia/Seoul',
      viewport: { width: width!, height: height! },
      reducedMotion: 'reduce',
      colorScheme: 'dark',
    })
    const page = await context.newPage()
    if (who !== 'nobody') {
      await page.goto('/config.json')
      const t = await site.token(who as any)
      await page.evaluate(t => {
        localStorage.setItem('token', t)
        localStorage.setItem(
          'user',
          JSON.stringify({
            ...JSON.parse(
              new TextDecoder().decode(
                Uint8Array.from(atob(t.split('.')[1]!.replace(/-/g, '+').replace(/_/g, '/')), c =>
                  c.charCodeAt(0),
                ),
              ),
            ).user,
            id: undefined,
          }),
        )
      }, t)
    }
    await page.goto(view.path)
    await page.waitForLoadState('networkidle')
    if (theme === 'light') await page.getByRole('button', { name: '밝은 테마' }).click()
    try {
      await view.reach?.(page, sentencesOf('ko'))
    } catch (e) {
      console.log(name, String(e).slice(0, 200))
    }
    if (process.env.RIGHT)
      await page.evaluate(() =>
        document.querySelectorAll('[role=region]').forEach(r => (r.scrollLeft = 9999)),
      )
    if (process.env.BOTTOM) await page.evaluate(() => scrollTo(0, 99999))
    await page.waitForTimeout(500)
    await page.screenshot({
      path: `${out}/${plain ? 'plain-' : ''}${name}-${who}-${size}-${theme}${process.env.RIGHT ? '-right' : ''}${process.env.BOTTOM ? '-bottom' : ''}.png`,
    })
    await context.close()
  }
} finally {
  await browser.close()
  await site.stop()
  await drop()
}

/**
 * Appearance beyond what the sweeps check on every screen (support/looks): surfaces, the bundled font, print, layout.
 */
import korean from 'ra-language-korean'
import { translate } from '../../src/tools/translate'
import { expect, type Page, settled, test } from '../support/journey'

/** The colour of a raised surface in the dark theme. */
const RAISED = 'rgb(28, 35, 44)'
const background = (element: Element) => getComputedStyle(element).backgroundColor
const backgroundOf = (page: Page, selector: string) => page.locator(selector).last().evaluate(background)

test('the bundled font is loaded; menus, pickers and notices have a raised surface', async ({ open }) => {
  const page = await open('vendor', '/app/orders')
  await settled(page)
  expect(await page.evaluate(() => document.fonts.check('14px "Pretendard Variable"', '제어'))).toBe(true)
  await page.getByRole('checkbox').nth(1).check()
  await page.getByRole('button', { name: 'Actions' }).click()
  expect(await backgroundOf(page, '.MuiMenu-paper')).toBe(RAISED)
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  const notice = page.getByRole('alert').or(page.getByRole('status')).filter({ hasText: /보관/ }).last()
  await expect(notice).toBeVisible()
  expect(
    await notice.evaluate(
      element => getComputedStyle(element.closest('.MuiAlert-root') ?? element).backgroundColor,
    ),
  ).toMatch(/^rgb\(/)
  await page.getByRole('button', { name: korean.ra.action.undo }).click()
  await page.goto('/app/orders/compose')
  await page.locator('.MuiPickersInputBase-root button').first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  const picker = '[role=dialog] .MuiPaper-root, .MuiPaper-root:has([role=grid])'
  expect(await backgroundOf(page, picker)).toBe(RAISED)
})

test('in print the page is light, complete, and without bars and buttons', async ({ open }) => {
  const page = await open('vendor', '/app/devices')
  await settled(page)
  await page.emulateMedia({ media: 'print' })
  const colour = () => page.evaluate(() => getComputedStyle(document.querySelector('h1')!).color)
  await expect.poll(colour).toBe('rgb(26, 34, 48)')
  expect(await backgroundOf(page, 'body')).toBe('rgb(255, 255, 255)')
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('button', { name: translate('roster.dialog.open') })).toBeHidden()
  await expect(page.locator('tbody tr:not([aria-hidden])').first()).toContainText(/\d{15}/)
  const cut = await page.evaluate(
    () =>
      [...document.querySelectorAll('main *')].filter(
        one => one.scrollHeight > one.clientHeight + 1 && getComputedStyle(one).overflowY !== 'visible',
      ).length,
  )
  expect(cut).toBe(0)
})

/** The width of A4 in landscape without its margins, in CSS pixels. */
const A4_WIDTH = 1046

for (const address of ['devices', 'orders', 'admin/vendors', 'admin/clients', 'groups/batches'].map(
  path => `/app/${path}`,
))
  test(`in print all columns of ${address} fit on A4`, async ({ open }) => {
    const page = await open('master', address, { viewport: { width: A4_WIDTH, height: 720 } })
    await settled(page)
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('main td').count()).toBeGreaterThan(10)
    const cut = await page.evaluate(width => {
      const isCut = (one: Element) =>
        one.getBoundingClientRect().right > width + 1 ||
        (one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX !== 'visible')
      const cells = [...document.querySelectorAll('main :is(td, th), main :is(td, th) *')]
      return cells.filter(one => one.clientWidth > 0 && isCut(one)).map(one => one.textContent)
    }, A4_WIDTH)
    expect(cut).toEqual([])
  })

test('a selected list is copied with the heads of all columns, also those that sort it', async ({ open }) => {
  const page = await open('master', '/app/devices')
  await settled(page)
  const heads = await page.getByRole('columnheader').allInnerTexts()
  expect(await page.locator('thead button, thead [role=button]').count()).toBeGreaterThan(2)
  await page.keyboard.press('Control+A')
  const copied = await page.evaluate(() => getSelection()!.toString())
  expect(heads.map(head => head.trim()).filter(head => head !== '' && !copied.includes(head))).toEqual([])
  expect(copied).toMatch(/\d{15}/)
})

test('until the console is loaded, the page has the colours of the theme', async ({ open }) => {
  const page = await open('master', '/app/vendors', { colorScheme: 'light' })
  /** The page's own background before any script runs, which `color-scheme` decides. */
  const canvas = async () => {
    await page.route('**/assets/*.js', route => route.abort())
    await page.reload({ waitUntil: 'domcontentloaded' })
    return page.evaluate(() => {
      document.body.style.backgroundColor = 'Canvas'
      return getComputedStyle(document.body).backgroundColor
    })
  }
  expect(await canvas()).toBe('rgb(18, 18, 18)')
  await page.evaluate(() => localStorage.setItem('RaStore.shared.theme', '"light"'))
  expect(await canvas()).toBe('rgb(255, 255, 255)')
})

/** Rules of the main page without a screen: shares, sums, classes, outlines, and names on the map. */
import { readFileSync } from 'node:fs'
import { createTheme, getContrastRatio } from '@mui/material/styles'
import { describe, expect, it, vi } from 'vitest'
import { createFleet } from '../../src/console/api/fleet'
import { drawMap, isInside } from '../../src/console/features/dashboard/map/geometry'
import { overlap, positionLabels, textWidth } from '../../src/console/features/dashboard/map/labels'
import { neighbour } from '../../src/console/features/dashboard/map/neighbour'
import {
  breaksOf,
  classOf,
  coloursOf,
  MAP_VIEWS,
  viewsFor,
} from '../../src/console/features/dashboard/map/views'
import { percentOf, percentPair } from '../../src/console/features/dashboard/numbers'
import { regionsOf, totalsOf } from '../../src/console/features/dashboard/regions'
import { sortRows } from '../../src/console/features/dashboard/tables/breakdown'
import { darkTheme, lightTheme } from '../../src/console/shell/theme'
import { boot } from '../support/consoleWorld'

const country = JSON.parse(readFileSync('config/map/korea-provinces.geojson', 'utf8'))
const { regions } = boot.config.dashboard.map
const ids = regions.map(({ id }) => id)

describe('shares', () => {
  it.each([
    [1, 3, 33.3],
    [10, 10, 100],
    [0, 0, 0],
    [1, 100_000, 0.1],
    [99_999, 100_000, 99.9],
  ])('%d of %d is %d percent', (part, whole, percent) => {
    expect(percentOf(part, whole)).toBe(percent)
  })

  it.each([
    [1, 7],
    [1, 99_999],
    [333, 667],
  ])('of %d and %d add up to 100', (left, right) => {
    const [a, b] = percentPair(left, right, left + right)
    expect(a + b).toBeCloseTo(100, 9)
    expect(Math.min(a, b)).toBe(percentOf(Math.min(left, right), left + right))
  })
})

describe('regions', () => {
  const amount = { device: 10, placed: 7, linked: 6, closed: 4 }
  it('have the count of their province, or 0; config may hide them', () => {
    expect(regionsOf(regions).every(({ count }) => count === 0)).toBe(true)
    expect(regionsOf(regions, [{ sido: 'KR-11', count: 7 }]).find(({ id }) => id === 'KR-11')?.count).toBe(7)
    expect(regionsOf(regions.map(region => ({ ...region, shown: region.id !== 'KR-49' })))).toHaveLength(16)
  })
  it('and the devices without a location add up to the total, whether the server counts these or not', () => {
    const unplaced = { sido: '', count: 3, linked: 1, closed: 2, placed: 0 }
    const provinces = [{ sido: 'KR-11', count: 7 }]
    expect(totalsOf([...provinces, unplaced], amount)).toMatchObject({
      inProvinces: 7,
      unplaced: countsOf(unplaced),
      national: 10,
      consistent: true,
    })
    expect(totalsOf(provinces, amount)).toMatchObject({
      inProvinces: 7,
      unplaced: { count: 3 },
      consistent: true,
    })
    expect(totalsOf([{ sido: 'KR-11', count: 8 }], amount).consistent).toBe(false)
  })
  it('have the views for which the server has figures', () => {
    expect(viewsFor(regionsOf(regions, []))).toEqual(MAP_VIEWS)
    expect(viewsFor(regionsOf(regions, [{ sido: 'KR-11', count: 7 }]))).toEqual(['count'])
  })
})
const countsOf = ({ sido: _, ...counts }: { sido: string; count: number }) => counts

describe('classes of the map', () => {
  it('start at round numbers around the mean', () => {
    const values = [20313, 7210, 5120, 6411, 840, 24120, 1322]
    expect(breaksOf('count', values, 5_882)).toEqual([1500, 3000, 5000, 10_000])
    expect(breaksOf('offline', [30.2, 41.7, 44, 48.1, 60], 41.3)).toEqual([50, 60])
  })
  it.each([
    [[], []],
    [[5, 5, 5], []],
    [[1, 2], [2]],
  ])('of %j start at %j', (values, breaks) => {
    expect(breaksOf('count', values, 2)).toEqual(breaks)
  })
  it('do not contain an absent value or 0', () => {
    expect(classOf(0, [1])).toBeUndefined()
    expect(classOf(undefined, [1])).toBeUndefined()
  })
  it.each(['dark', 'light'] as const)('have a text contrast of at least 4.5:1 in the %s theme', mode => {
    const theme = createTheme((mode === 'dark' ? darkTheme : lightTheme) as object)
    for (const view of MAP_VIEWS) {
      const colours = coloursOf(theme, view)
      for (const classes of [1, 2, 3, 4, 5])
        for (const index of [undefined, ...Array(classes).keys()]) {
          const colour = colours.of(index, classes)
          expect(
            getContrastRatio(colours.textOn(colour), colour),
            `${view} ${index} of ${classes}: ${colour}`,
          ).toBeGreaterThanOrEqual(4.5)
        }
    }
  })
})

describe('the outlines', () => {
  const { shapes, insets } = drawMap(country, ids, { width: 520, height: 600 })
  it('are complete; each contains its own centre and is no more than a fifth of the map', () => {
    expect(shapes.map(({ id }) => id).sort()).toEqual(regions.map(({ id }) => id).sort())
    for (const shape of shapes) {
      expect(isInside(shape.centre, shape), shape.id).toBe(true)
      expect(shape.area).toBeLessThan((520 * 600) / 5)
    }
  })
  it('of distant islands are insets beside the mainland', () => {
    expect(insets).toHaveLength(2)
    for (const { x, y, width, height } of insets) {
      expect([x > 520 / 2, x + width <= 520, y >= 0, y + height <= 600]).toEqual([true, true, true, true])
      // KR-49 is the island of Jeju.
      const mainland = shapes.filter(({ id }) => id !== 'KR-49')
      expect(mainland.every(({ bounds }) => bounds.right <= x)).toBe(true)
    }
  })
  it('of cities are drawn above the surrounding province', () => {
    // Seoul lies within Gyeonggi, and Gwangju within South Jeolla.
    const drawn = shapes.map(({ id }) => id)
    expect(drawn.indexOf('KR-11')).toBeGreaterThan(drawn.indexOf('KR-41'))
    expect(drawn.indexOf('KR-29')).toBeGreaterThan(drawn.indexOf('KR-46'))
  })
  it('are all reached with the arrow keys from each other', () => {
    const keys = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'] as const
    for (const { id } of shapes) {
      const seen = new Set([id])
      const queue = [id]
      for (let at = queue.pop(); at; at = queue.pop())
        for (const key of keys) {
          const next = neighbour(shapes, at, key)
          if (next && !seen.has(next)) {
            seen.add(next)
            queue.push(next)
          }
        }
      expect(seen.size, `from ${id}`).toBe(17)
    }
  })
  it.each([
    ['ko', 560, 600],
    ['ko', 358, 420],
    ['en', 560, 600],
  ] as const)('have names (%s, %d × %d) within the map that never overlap', (locale, width, height) => {
    const wide = width > 400
    const size = ({ id }: { id: string }) => {
      const name = regions.find(region => region.id === id)!.short[locale]
      return wide
        ? { width: Math.max(textWidth(name, 12), textWidth('100,000', 11)), height: 27 }
        : { width: textWidth(name, 11), height: 14 }
    }
    const map = { width, height }
    const labels = positionLabels(drawMap(country, ids, map).shapes, size, map)
    expect(labels).toHaveLength(17)
    for (const [at, label] of labels.entries()) {
      const [x, y] = label.centre
      expect(x - label.width / 2).toBeGreaterThanOrEqual(0)
      expect(x + label.width / 2).toBeLessThanOrEqual(width)
      expect(y + label.height / 2).toBeLessThanOrEqual(height)
      for (const other of labels.slice(at + 1))
        expect(overlap(label, other), `${label.shape.id} ${other.shape.id}`).toBe(false)
    }
  })
})

describe('the order of rows', () => {
  const rows = [
    { name: '나', devices: 1, linked: 1 },
    { name: '가', devices: 1, linked: 0 },
    { name: '다', devices: 3, linked: 2 },
  ]
  it('is by devices, then by name, in which numbers are compared as numbers', () => {
    const sorted = sortRows(rows, { by: 'devices', order: 'desc' })
    expect(sorted.map(({ name }) => name)).toEqual(['다', '가', '나'])
    const clients = ['회원 10', '회원 2'].map(name => ({ name, devices: 1, linked: 1 }))
    expect(sortRows(clients, { by: 'name', order: 'asc' })[0]!.name).toBe('회원 2')
  })
})

it('a failed call of provinces (§8) is logged with the message of the server', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const client = { payload: () => Promise.reject(new Error('집계를 준비하고 있습니다.')) }
  const fleet = createFleet(client as never, {} as never)
  await expect(fleet.provinces()).rejects.toThrow('집계를 준비하고 있습니다.')
  await expect(fleet.province('KR-11')).rejects.toThrow()
  expect(log.mock.calls).toEqual([['집계를 준비하고 있습니다.'], ['집계를 준비하고 있습니다.']])
})

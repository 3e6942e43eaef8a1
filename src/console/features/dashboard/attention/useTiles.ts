/** The tiles of the attention widget. Config and the user's level decide which tiles there are; the data does not. */
import type { Attention } from '../../../../contract/dashboard'
import { hasLevel } from '../../../../domain/authority'
import { readableFields } from '../../../../engine/access'
import { fill } from '../../../../engine/i18n'
import { useMayAccess } from '../../../auth/access'
import { useUser } from '../../../auth/useSession'
import { useConfig, useTranslate } from '../../../config'
import { detailPath, filteredPath } from '../../../paths'
import { useDeviceLink } from '../deviceLink'
import { useNumbers } from '../numbers'
import { useAttention } from '../queries'
import type { TileDetail, TileProps } from './Tile'

type NamedTile = TileProps & { name: string }

/** How many groups of lost devices a tile names. */
const MAX_GROUPS = 3
const MAX_DETAILS = 2
/** How many details a tile lists one below the other. They take no more height than a tile without details. */
const MAX_LISTED = 3

/** @param options.asList whether the tiles list their details one below the other */
export function useTiles({ asList }: { asList: boolean }): NamedTile[] {
  const maxDetails = asList ? MAX_LISTED : MAX_DETAILS
  const translate = useTranslate()
  const config = useConfig()
  const may = useMayAccess()
  const { level } = useUser()
  const linkTo = useDeviceLink()
  const numbers = useNumbers()
  const { data } = useAttention()
  const { resources, dashboard } = config
  const devices = resources.devices
  const readable = devices ? readableFields(config, level, devices).map(({ name }) => name) : []
  const orders = may('orders', 'list') ? resources.orders : undefined

  const regionName = (id: string) =>
    translate(dashboard.map.regions.find(region => region.id === id)?.short ?? dashboard.map.unplaced)
  const figureOf = (unit: string, count: number, more = false) => {
    const figure = translate(`dashboard.attention.${unit}`, { count: numbers.count(count) })
    return more ? translate('dashboard.attention.more', { count: figure }) : figure
  }
  const tile = (
    name: 'lost' | 'below' | 'failed' | 'weak',
    rest: Pick<NamedTile, 'count' | 'tone' | 'to' | 'details'> & {
      unit: string
      more?: boolean
      limit?: number
    },
  ): NamedTile => {
    const { unit, more, limit, ...props } = rest
    const count = props.count ?? (data ? 0 : undefined)
    const isUnknown = props.count === undefined
    const note = data && isUnknown ? 'unknown' : `none.${name}`
    return {
      ...props,
      name,
      isUnknown,
      label: translate(`dashboard.attention.${name}`),
      count,
      figure: data && isUnknown ? '–' : figureOf(unit, count ?? 0, more),
      details:
        count === 0
          ? [{ text: translate(`dashboard.attention.${note}`, { limit: limit ?? 0 }) }]
          : props.details,
    }
  }

  const { lost, weak, failed } = data ?? {}
  const since = lost?.since
  const limit = config.app.limits.signal.warning
  const groupDetail = ({ of, id, name, lost: count }: LostGroup): TileDetail => ({
    text: translate('dashboard.attention.group', {
      name: name ?? regionName(id),
      count: numbers.count(count),
    }),
    to: linkTo({
      status: 'closed',
      [of]: of === 'sido' ? id : Number(id),
      ...(since && { closed_gte: since }),
    }),
  })
  return [
    ...(readable.includes('closed')
      ? [
          tile('lost', {
            unit: 'devices',
            tone: 'error',
            count: lost?.count,
            to: since && linkTo({ status: 'closed', closed_gte: since }),
            details: (lost?.groups ?? []).slice(0, MAX_GROUPS).map(groupDetail),
          }),
        ]
      : []),
    ...(readable.includes('sido')
      ? [
          tile('below', {
            unit: 'regions',
            tone: 'warning',
            count: data?.at ? data.below.length : undefined,
            details: (data?.below ?? []).slice(0, maxDetails).map(({ sido, share, normal }) => ({
              text: translate('dashboard.attention.belowNormal', {
                name: regionName(sido),
                share: numbers.percent(share),
                normal: numbers.percent(normal),
              }),
              to: linkTo({ status: 'closed', sido }),
            })),
          }),
        ]
      : []),
    ...(orders
      ? [
          tile('failed', {
            unit: 'orders',
            tone: 'error',
            count: failed?.count,
            more: failed?.more,
            to: filteredPath(orders.path, { status: 'failure', created_gte: 'now-24h' }),
            details: (failed?.latest ?? [])
              .slice(0, maxDetails)
              .map(({ id, title, caption, failure, total }) => ({
                text: translate('dashboard.attention.partly', { title: title || caption, failure, total }),
                to: detailPath(orders.path, id),
              })),
          }),
        ]
      : []),
    ...(readable.includes('modem.rsrp')
      ? [
          tile('weak', {
            unit: 'devices',
            tone: 'warning',
            limit,
            count: weak?.count,
            to: linkTo({ status: 'linked', 'modem.rsrp_lte': limit - 1 }),
            details: [{ text: translate('dashboard.attention.weakBelow', { limit }) }],
          }),
        ]
      : []),
    ...(dashboard.attention?.items ?? [])
      .filter(item => may(item.resource, 'list') && hasLevel(level, item.level, config.levels.numbers))
      .map(({ name, resource, filter, text }): NamedTile => {
        const item = data?.items.find(counted => counted.name === name)
        const count = item?.count ?? (data ? 0 : undefined)
        const { path, label } = resources[resource]!
        return {
          name: `item ${name}`,
          label: translate(label),
          count,
          isUnknown: item === undefined,
          figure: fill(translate(text), { count: numbers.count(count ?? 0) }),
          tone: 'warning',
          to: item && filteredPath(path, filter),
          details: [],
        }
      }),
  ]
}

type LostGroup = NonNullable<Attention['lost']>['groups'][number]

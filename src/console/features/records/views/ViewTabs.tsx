/**
 * The saved views of a list as links with the number of records, which is fetched after the rows. A link holds the
 * filter, so that the address shares the view.
 */
import { Box, type SxProps, type Theme } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useListContext } from 'ra-core'
import { Link } from 'react-router'
import { grouped } from '../../../../domain/grouped'
import type { CompiledResource } from '../../../../engine/compiled'
import { useFleet } from '../../../api/fleet'
import { useTranslate } from '../../../config'
import type { ListView, Views } from './useViews'

interface ViewTabsProps {
  resource: CompiledResource
  views: Views
}

export function ViewTabs({ resource, views: { views, current } }: ViewTabsProps) {
  const translate = useTranslate()
  const { sort } = useListContext()
  const counts = useCounts(resource, views)
  const addressOf = (view: ListView) =>
    new URLSearchParams({
      filter: JSON.stringify(view.filter),
      sort: (view.sort ?? sort).field,
      order: (view.sort ?? sort).order,
      page: '1',
    })
  return (
    <Box component="nav" aria-label={translate('forms.views.label')} data-sideways sx={TABS}>
      {views.map((view, index) => {
        const count = counts?.[index]
        return (
          <Link
            key={view.key}
            to={{ search: `?${addressOf(view)}` }}
            aria-current={view === current ? 'page' : undefined}
            ref={view === current ? showTab : undefined}
          >
            <span>{view.isOwn ? String(view.label) : translate(view.label)}</span>
            <span>{count ? grouped(count.count, count.more) : ''}</span>
          </Link>
        )
      })}
    </Box>
  )
}

/** Scrolls only the tabs: `scrollIntoView` would also scroll the page. */
function showTab(tab: HTMLAnchorElement | null): void {
  const tabs = tab?.parentElement
  if (!tab || !tabs) return
  const neededScroll = tab.offsetLeft + tab.offsetWidth - tabs.offsetLeft - tabs.clientWidth
  if (neededScroll > tabs.scrollLeft) tabs.scrollLeft = neededScroll
}

const REFRESH_MS = 60_000

/** The number of records of each view; undefined until the rows have loaded, or if the server cannot count. */
function useCounts(resource: CompiledResource, views: readonly ListView[]) {
  const fleet = useFleet()
  const { data: rows } = useListContext()
  const filters = views.map(({ filter }) => filter)
  const { data } = useQuery({
    queryKey: ['counts', resource.name, filters],
    queryFn: async ({ signal }) => (await fleet.counts(resource, filters, signal)) ?? null,
    enabled: rows !== undefined,
    staleTime: REFRESH_MS / 2,
    refetchInterval: REFRESH_MS,
    placeholderData: previous => previous,
    retry: false,
  })
  return data
}

const TABS = {
  flex: { sm: '1 1 320px' },
  mb: { xs: 1, sm: 0 },
  minWidth: 0,
  display: 'flex',
  gap: 0.5,
  overflowX: 'auto',
  scrollbarWidth: 'none',
  '& a': {
    flex: 'none',
    display: 'flex',
    alignItems: 'center',
    gap: 1,
    height: 32,
    px: 1.5,
    borderRadius: '6px',
    fontSize: 14,
    color: 'text.secondary',
    textDecoration: 'none',
    '&:hover': { color: 'text.primary' },
    '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -2 },
  },
  // Keeps the place of a number that has not loaded yet.
  '& span + span': {
    minWidth: 32,
    fontSize: 13,
    color: 'text.secondary',
    fontVariantNumeric: 'tabular-nums',
  },
  '& a[aria-current], & a[aria-current] span': { color: 'text.primary' },
  '& a[aria-current]': { bgcolor: 'action.selected' },
} satisfies SxProps<Theme>

/** The orders as a mailbox (§2 Orders page): folders at the side, a toolbar, five orders a page, keys. */
import { Box, Button, Card, useMediaQuery, useTheme } from '@mui/material'
import { useListContext, useTranslate } from 'ra-core'
import { useEffect, useRef, useState } from 'react'
import { partsFor } from '../../../engine/access'
import type { CompiledResource } from '../../../engine/compiled'
import { useUser } from '../../auth/useSession'
import { useConfig, useWords } from '../../config'
import { FilterBar } from '../../forms/list/FilterBar'
import { ListFrame } from '../../forms/list/ListFrame'
import { PageProblem, pageState, StaleRows } from '../../forms/list/ListProblem'
import { Pager } from '../../forms/list/Pager'
import { ResultLine } from '../../forms/list/ResultLine'
import { EmptyState } from '../../ui/EmptyState'
import { LazyDialog } from '../../ui/LazyDialog'
import { fetchedSoon, lazyScreen } from '../../ui/lazyScreen'
import { Screen } from '../../ui/Screen'
import { TimeGroup } from '../../ui/TimeGroup'
import { MailCards } from './MailCards'
import { MailTable } from './MailTable'
import { Sidebar } from './Sidebar'
import { ThumbBar, Toolbar } from './Toolbar'
import { type Mailbox, useMailbox } from './useMailbox'
import { type KeyAction, useShortcuts } from './useShortcuts'

const ShortcutsDialog = lazyScreen(() => import('./ShortcutsDialog'))

export default function OrderList() {
  const config = useConfig()
  const resource = config.resources.orders
  if (!resource?.list) return null
  return (
    <ListFrame resource={resource} refreshMs={config.app.timing.ordersPollMs}>
      <OrderPage resource={resource} />
    </ListFrame>
  )
}

function OrderPage({ resource }: { resource: CompiledResource }) {
  const config = useConfig()
  const { level } = useUser()
  const words = useWords()
  const translate = useTranslate()
  const phone = useMediaQuery(useTheme().breakpoints.down('sm'))
  const list = resource.list!
  const filters = partsFor(config, level, list.filters)
  const columns = partsFor(config, level, list.columns)
  const mailbox = useMailbox()
  const mails = useRef<HTMLDivElement>(null)
  const [help, setHelp] = useState(false)
  const showHelp = () => void fetchedSoon(ShortcutsDialog).then(() => setHelp(true))
  useMailKeys(mailbox, mails, showHelp)

  return (
    <Screen title={words(resource.label)}>
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '168px minmax(0, 1fr)' },
        }}
      >
        <Sidebar
          filter={filters.find(({ name }) => name === 'status')}
          phone={phone}
          composing={!phone || mailbox.chosen.length === 0}
        />
        <Box sx={{ minWidth: 0 }}>
          <Toolbar
            mailbox={mailbox}
            search={<FilterBar filters={filters.filter(({ name }) => name !== 'status')} />}
            result={<ResultLine texts={list.texts} />}
            onHelp={showHelp}
          />
          {/* On a phone the last order ends above what floats. */}
          <Box ref={mails} sx={{ pb: { xs: 8, sm: 0 } }}>
            <Mails {...{ resource, columns, mailbox, phone }} />
          </Box>
          <Pager size={list.pageWindow} initialTotal={config.app.limits.orders.initialTotal} />
        </Box>
      </Box>
      {phone && <ThumbBar mailbox={mailbox} />}
      {help && (
        <LazyDialog
          label={translate('orders.keys.title')}
          screen={ShortcutsDialog}
          onClose={() => setHelp(false)}
        >
          <ShortcutsDialog onClose={() => setHelp(false)} />
        </LazyDialog>
      )}
    </Screen>
  )
}

interface MailsProps {
  resource: CompiledResource
  columns: NonNullable<CompiledResource['list']>['columns']
  mailbox: Mailbox
  phone: boolean
}

/** The orders, or what stands in their place. */
function Mails({ resource, columns, mailbox, phone }: MailsProps) {
  const page = useListContext()
  const { filterValues, setFilters } = page
  const translate = useTranslate()
  const words = useWords()
  const filtered = Object.keys(filterValues).length > 0

  const state = pageState(page)
  if (state === 'failed' || state === 'beyond') {
    return (
      <Card>
        <PageProblem />
      </Card>
    )
  }
  if (state !== 'waiting' && mailbox.orders.length === 0) {
    return (
      <Card>
        <EmptyState
          title={mailbox.archive ? translate('orders.archiveEmpty') : words(resource.list?.texts.empty)}
          text={
            mailbox.archive
              ? translate('orders.archiveHint')
              : translate(filtered ? 'forms.filters.none' : 'orders.emptyHint')
          }
          action={
            filtered && (
              <Button variant="outlined" onClick={() => setFilters({})}>
                {translate(mailbox.archive ? 'orders.toAll' : 'forms.filters.reset')}
              </Button>
            )
          }
        />
      </Card>
    )
  }
  const Mail = phone ? MailCards : MailTable
  return (
    <TimeGroup zoneInHead={!phone}>
      <StaleRows />
      <Mail {...{ resource, columns, mailbox }} loading={state === 'waiting'} />
    </TimeGroup>
  )
}

const ROW = '[data-mail]'
const LINK = '[data-mail-link]'

/** The keys move the focus from order to order, and act on what is chosen, else on the order in focus. */
function useMailKeys(mailbox: Mailbox, mails: React.RefObject<HTMLDivElement | null>, onHelp: () => void) {
  const rows = () => [...(mails.current?.querySelectorAll<HTMLElement>(ROW) ?? [])]
  const focused = () => document.activeElement?.closest<HTMLElement>(ROW) ?? undefined
  const focus = (row: HTMLElement | undefined) => row?.querySelector<HTMLElement>(LINK)?.focus()
  const refocus = useFocusAfter(mailbox.orders, id => focus(rows().find(row => row.dataset.mail === id)))

  useShortcuts((action, event) => {
    if (action === 'help') {
      onHelp()
      return true
    }
    const row = focused()
    if (action === 'next' || action === 'previous') return move(action, row, event)
    const order = mailbox.orders.find(({ id }) => String(id) === row?.dataset.mail)
    if (action === 'open') {
      // Links and buttons have an Enter of their own.
      if (!order || !(event.target instanceof HTMLInputElement)) return false
      mailbox.open(order)
      return true
    }
    if (action === 'choose' || action === 'star') {
      if (!order) return false
      if (action === 'choose') mailbox.toggle(order)
      else mailbox.star(order)
      return true
    }
    const meant = mailbox.chosen.length > 0 ? mailbox.chosen : order ? [order] : []
    if ((action === 'archive' || action === 'delete') && row) {
      const gone = new Set(meant.map(({ id }) => String(id)))
      refocus(
        mailbox.orders.map(({ id }) => String(id)),
        row.dataset.mail!,
        gone,
      )
    }
    return mailbox.run(action, meant)
  })

  function move(action: KeyAction, row: HTMLElement | undefined, event: KeyboardEvent): boolean {
    // Elsewhere than on an order the arrows scroll.
    if (event.key.startsWith('Arrow') && !row && event.target !== document.body) return false
    const all = rows()
    const at = row ? all.indexOf(row) + (action === 'next' ? 1 : -1) : 0
    focus(all[Math.min(Math.max(at, 0), all.length - 1)])
    return all.length > 0
  }
}

/** When the order in focus leaves the list, the one that follows it has the focus. */
function useFocusAfter(orders: Mailbox['orders'], focus: (id: string) => void) {
  const next = useRef<{ from: string; to: string }>(undefined)
  useEffect(() => {
    if (!next.current) return
    const { from, to } = next.current
    if (orders.some(({ id }) => String(id) === from)) return
    next.current = undefined
    focus(to)
  })
  return (ids: string[], from: string, gone: ReadonlySet<string>) => {
    const at = ids.indexOf(from)
    const to = ids.slice(at + 1).find(id => !gone.has(id)) ?? ids.slice(0, at).findLast(id => !gone.has(id))
    next.current = to !== undefined && gone.has(from) ? { from, to } : undefined
  }
}

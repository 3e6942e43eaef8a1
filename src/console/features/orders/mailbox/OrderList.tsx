/** The orders as a mailbox (§2 Orders page): folders at the side, toolbar, pages of five orders, keyboard shortcuts. */
import { Box, Button, Card, type SxProps, type Theme, useMediaQuery } from '@mui/material'
import { useListContext, useRecordContext, useStore } from 'ra-core'
import { type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Order } from '../../../../contract/orders'
import { hasLevel } from '../../../../domain/authority'
import { partsFor } from '../../../../engine/access'
import type { CompiledList, CompiledResource } from '../../../../engine/compiled'
import { isAdded } from '../../../../engine/fields/addedFields'
import { useUser } from '../../../auth/useSession'
import { useConfig, useTranslate } from '../../../config'
import { useChosenFilters } from '../../../forms/filters/useChosenFilters'
import { FilterBar } from '../../../forms/list/FilterBar'
import { ListFrame, ResultLine } from '../../../forms/list/ListFrame'
import { NoRows } from '../../../forms/list/ListProblem'
import { Pager } from '../../../forms/list/Pager'
import { Row, type RowProps } from '../../../forms/list/RecordRows'
import { TableOrCards } from '../../../forms/list/TableOrCards'
import { useListTexts } from '../../../forms/listTexts'
import { LazyDialog } from '../../../ui/lazy/LazyDialog'
import { LazyPart } from '../../../ui/lazy/LazyPart'
import { lazyComponent, preloadBriefly } from '../../../ui/lazy/lazyComponent'
import { Screen } from '../../../ui/Screen'
import { BAR_HEIGHT } from '../../../ui/screenHeights'
import { EmptyState } from '../../../ui/states/EmptyState'
import { useIsPhone } from '../../../ui/useIsPhone'
import { ExportButton } from '../../exports'
import { useAddedFields } from '../../registering'
import { useOrderPaths } from '../useOrderPaths'
import { KEYS } from '../useShortcuts'
import { ComposeLink, Sidebar } from './Sidebar'
import { ChosenBar, RowsMenu, Toolbar } from './Toolbar'
import { useFirstOrder } from './useFirstOrder'
import { useMailbox } from './useMailbox'
import { useMailColumns } from './useMailColumns'
import { useMailKeys } from './useMailKeys'

const OrderPeek = lazyComponent(() => import('../detail/OrderPeek'))
const KeysDialog = lazyComponent(() => import('../../../ui/dialogs/KeysDialog'))

export default function OrderList() {
  const { app, resources } = useConfig()
  const { orders } = resources
  const [rows, setRows] = useStore<number>('orders.rows')
  if (!orders?.list) return null
  const list = { ...orders.list, perPage: rows ?? orders.list.perPage }
  return (
    <ListFrame resource={{ ...orders, list }} refreshMs={app.timing.ordersPollMs}>
      <OrderPage resource={orders} list={list} onRows={setRows} />
    </ListFrame>
  )
}

/** In windows of at least this width, an open order stands beside the list. */
const BESIDE = '(min-width: 1440px)'
/** In windows of at least this width, an order is always beside the list, which keeps its rows. */
const ROOMY = '(min-width: 2400px)'

interface OrderPageProps {
  resource: CompiledResource
  list: CompiledList
  /** Sets the number of orders per page. */
  onRows: (rows: number) => void
}

function OrderPage({ resource, list, onRows }: OrderPageProps) {
  const config = useConfig()
  const texts = useListTexts(resource)
  const { level } = useUser()
  const translate = useTranslate()
  const phone = useIsPhone()
  const { added } = useAddedFields()
  /** False for fields that config adds if the server does not store them. */
  const isShown = (field = '') =>
    !resource.fields[field] || !isAdded(resource.fields[field]) || field in added.fields
  const filters = partsFor(config, level, list.filters).filter(({ field }) => isShown(field))
  const configColumns = partsFor(config, level, list.columns).filter(({ field }) => isShown(field))
  const exportColumns = [...configColumns, STATUS]
  const mailbox = useMailbox()
  const filtering = useChosenFilters()
  const listBox = useRef<HTMLDivElement>(null)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const showHelp = () => void preloadBriefly(KeysDialog).then(() => setHelpOpen(true))
  const closeHelp = () => setHelpOpen(false)
  const [peeked, setPeeked] = useState<number>()
  const isRoomy = useMediaQuery(ROOMY, { noSsr: true })
  const isBeside = useMediaQuery(BESIDE, { noSsr: true }) && peeked !== undefined && !isRoomy
  const previewed = useFirstOrder(mailbox.orders)
  const shown = peeked ?? (isRoomy ? previewed : undefined)
  const columns = useMailColumns(resource, configColumns, phone || isBeside, setPeeked)
  const { setPage } = useListContext()
  useKeptFocus(listBox, isBeside ? peeked : undefined)
  useMailKeys(mailbox, { list: listBox, peeked, peek: setPeeked, onHelp: showHelp })

  return (
    <Screen title={translate(resource.label)} width="window" fillsHeight={phone}>
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '168px minmax(0, 1fr)' },
        }}
      >
        <Sidebar filter={filters.find(({ name }) => name === 'status')} filtering={filtering} />
        <Box sx={{ minWidth: 0 }}>
          <Toolbar mailbox={mailbox} onHelp={showHelp}>
            {/* On a phone the button beside it does not move when the number is known. */}
            <Box sx={{ flex: { xs: '1 1 160px', sm: 'none' } }}>
              <ResultLine resource={resource} />
            </Box>
            <RowsMenu
              rows={list.perPage}
              fewest={resource.list?.perPage ?? list.perPage}
              onChange={rows => {
                onRows(rows)
                setPage(1)
              }}
            />
            {list.export && hasLevel(level, list.export, config.levels.numbers) && (
              // Keeps its room while it loads.
              <Box sx={{ width: 32, height: 32 }}>
                <LazyPart errorFallback={null}>
                  <ExportButton
                    resource={resource}
                    shown={exportColumns.filter(({ hidden }) => !hidden)}
                    all={exportColumns}
                  />
                </LazyPart>
              </Box>
            )}
            <Box sx={{ width: { xs: 1, sm: 'auto' } }}>
              <FilterBar filters={filters.filter(({ name }) => name !== 'status')} filtering={filtering} />
            </Box>
          </Toolbar>
          <Box sx={isRoomy ? ROOMY_PANES : isBeside ? PANES : undefined}>
            <Box ref={listBox} sx={isBeside ? LIST_PANE : undefined}>
              <TableOrCards
                label={translate(resource.label)}
                records={mailbox.orders}
                columns={columns}
                phone={phone || isBeside}
                cardHeight={MAIL_HEIGHT}
                card={order => cardOf(order, isBeside ? { peeked, onPeek: setPeeked } : undefined)}
                empty={
                  mailbox.inArchive ? (
                    <EmptyArchive />
                  ) : (
                    <NoRows title={texts.empty} text={translate('orders.emptyHint')} />
                  )
                }
                Frame={Card}
                row={MailRow}
                current={shown}
                sx={TABLE}
              />
              <Pager
                size={isBeside ? PANE_PAGES : list.pageWindow}
                initialTotal={config.app.limits.orders.initialTotal}
                // While orders are selected, `ChosenBar` takes the pager's place on a phone.
                isSticky={mailbox.chosen.length === 0}
                phoneAction={mailbox.chosen.length === 0 && mailbox.mayCompose && <ComposeLink />}
              />
            </Box>
            {shown !== undefined && (
              <LazyPart>
                <OrderPeek
                  key={shown}
                  id={shown}
                  onClose={peeked === undefined ? undefined : () => setPeeked(undefined)}
                />
              </LazyPart>
            )}
          </Box>
        </Box>
      </Box>
      {phone && <ChosenBar mailbox={mailbox} />}
      {isHelpOpen && (
        <LazyDialog label={translate('orders.keys.title')} component={KeysDialog} onClose={closeHelp}>
          <KeysDialog keys={KEYS} sentences="orders.keys" onClose={closeHelp} />
        </LazyDialog>
      )}
    </Screen>
  )
}

/** In exports, this column follows the columns of config. */
const STATUS = { field: 'status', label: undefined, hidden: false }

const TABLE: SxProps<Theme> = ({ palette }) => ({
  // Unread orders also have a bold title with a dot. Sticky cells take their background from `--row-colour`.
  '& tbody tr.unread': { bgcolor: 'action.hover', '--row-colour': palette.action.hover },
  '& tbody tr': { cursor: 'pointer' },
  '& tbody td.MuiTableCell-root': { height: 56 },
  '& tr:focus-within > td:first-of-type': { boxShadow: 'inset 3px 0 0 currentColor' },
})

/** The height of a card with its four lines, in px. */
const MAIL_HEIGHT = 96

/** The list beside an open order stays in view. */
const PANES = { display: 'grid', gap: 2, gridTemplateColumns: '400px minmax(0, 1fr)' } as const
const LIST_PANE = {
  position: 'sticky',
  top: BAR_HEIGHT + 16,
  alignSelf: 'start',
  maxHeight: `calc(100dvh - ${BAR_HEIGHT + 32}px)`,
  overflowY: 'auto',
} as const

const ROOMY_PANES = {
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  gridTemplateColumns: 'minmax(1216px, 5fr) minmax(0, 4fr)',
} as const

/** The page numbers that fit below the cards. */
const PANE_PAGES = 5

interface Beside {
  peeked: number | undefined
  onPeek: (id: number) => void
}

/** @param beside given if an order is open beside the cards: a click on another card then opens its order there */
const cardOf = ({ id, unreaded }: Order, beside: Beside | undefined) => ({
  'data-mail': id,
  ...(beside && {
    'aria-current': id === beside.peeked,
    // Captured before the link of the title gets the click, which would open the page of the order.
    onClickCapture: (event: MouseEvent) => {
      const { ctrlKey, metaKey, shiftKey, target } = event
      if (ctrlKey || metaKey || shiftKey || (target as Element).closest('button, input, label')) return
      event.preventDefault()
      beside.onPeek(id)
    },
  }),
  sx: {
    ...(unreaded && { borderLeft: 3, borderLeftColor: 'primary.main' }),
    ...(beside && { cursor: 'pointer', '&[aria-current=true]': { bgcolor: 'action.selected' } }),
  },
})

/**
 * Keeps the focus on an order that opens or closes beside the list: the rows of the list become cards, or rows again.
 */
function useKeptFocus(list: RefObject<HTMLElement | null>, id: number | undefined) {
  const previousId = useRef(id)
  useEffect(() => {
    const closedId = previousId.current
    previousId.current = id
    if ((id === undefined) === (closedId === undefined)) return
    list.current?.querySelector<HTMLElement>(`[data-mail="${id ?? closedId}"] [data-mail-link]`)?.focus()
  }, [id, list])
}

function MailRow(props: RowProps) {
  const order = useRecordContext<Order>()!
  const { selectedIds } = useListContext()
  const paths = useOrderPaths()
  const navigate = useNavigate()
  return (
    <Row
      {...props}
      data-mail={order.id}
      selected={selectedIds.includes(order.id)}
      className={order.unreaded ? 'unread' : undefined}
      // Replaces `rowClick`, which clicks on a link, button or checkbox of the row would trigger too.
      onClick={event => {
        if (isControl(event.target) || hasSelectedText(event.currentTarget)) return
        if (event.ctrlKey || event.metaKey || event.shiftKey) openTab(paths.show(order.id))
        else void navigate(paths.show(order.id))
      }}
      onAuxClick={({ button, target }) => {
        if (button === MIDDLE && !isControl(target)) openTab(paths.show(order.id))
      }}
    />
  )
}

/** The middle button of the mouse. */
const MIDDLE = 1

const openTab = (path: string) => window.open(path, '_blank', 'noopener')

/** Whether the user has just selected text of the row, which also ends with a click. */
function hasSelectedText(row: Element): boolean {
  const selection = window.getSelection()
  return selection !== null && !selection.isCollapsed && row.contains(selection.anchorNode)
}

const isControl = (target: EventTarget) =>
  target instanceof Element && target.closest('a, button, input, label') !== null

function EmptyArchive() {
  const { setFilters } = useListContext()
  const translate = useTranslate()
  return (
    <EmptyState
      title={translate('orders.archiveEmpty')}
      text={translate('orders.archiveHint')}
      action={
        <Button variant="outlined" onClick={() => setFilters({})}>
          {translate('orders.toAll')}
        </Button>
      }
    />
  )
}

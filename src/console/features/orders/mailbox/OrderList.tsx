/** The orders as a mailbox (§2 Orders page): folders at the side, toolbar, pages of five orders, keyboard shortcuts. */
import { Box, Button, Card, type SxProps, type Theme } from '@mui/material'
import { useListContext, useRecordContext } from 'ra-core'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Order } from '../../../../contract/orders'
import { hasLevel } from '../../../../domain/authority'
import { partsFor } from '../../../../engine/access'
import type { CompiledList, CompiledResource } from '../../../../engine/compiled'
import { isAdded } from '../../../../engine/fields/addedFields'
import { useUser } from '../../../auth/useSession'
import { useConfig, useTranslate } from '../../../config'
import { FilterBar, useChosenFilters } from '../../../forms/list/FilterBar'
import { ListFrame, ResultLine } from '../../../forms/list/ListFrame'
import { NoRows } from '../../../forms/list/ListProblem'
import { Pager } from '../../../forms/list/Pager'
import { Row, type RowProps } from '../../../forms/list/RecordRows'
import { TableOrCards } from '../../../forms/list/TableOrCards'
import { LazyDialog } from '../../../ui/lazy/LazyDialog'
import { LazyPart } from '../../../ui/lazy/LazyPart'
import { lazyComponent, preloadBriefly } from '../../../ui/lazy/lazyComponent'
import { Screen } from '../../../ui/Screen'
import { EmptyState } from '../../../ui/states/EmptyState'
import { ZoneSwitch } from '../../../ui/time/ZoneSwitch'
import { useIsPhone } from '../../../ui/useIsPhone'
import { ExportButton } from '../../exports'
import { useAddedFields } from '../../registering'
import { useOrderPaths } from '../useOrderPaths'
import { ComposeLink, Sidebar } from './Sidebar'
import { ChosenBar, Toolbar } from './Toolbar'
import { useMailbox } from './useMailbox'
import { useMailColumns } from './useMailColumns'
import { useMailKeys } from './useMailKeys'

const ShortcutsDialog = lazyComponent(() => import('./ShortcutsDialog'))

export default function OrderList() {
  const { app, resources } = useConfig()
  const { orders } = resources
  if (!orders?.list) return null
  return (
    <ListFrame resource={orders} refreshMs={app.timing.ordersPollMs}>
      <OrderPage resource={orders} list={orders.list} />
    </ListFrame>
  )
}

function OrderPage({ resource, list }: { resource: CompiledResource; list: CompiledList }) {
  const config = useConfig()
  const { level } = useUser()
  const translate = useTranslate()
  const phone = useIsPhone()
  const { added } = useAddedFields()
  /** False for fields that config adds if the server does not store them. */
  const isShown = (field = '') =>
    !resource.fields[field] || !isAdded(resource.fields[field]) || field in added.fields
  const filters = partsFor(config, level, list.filters).filter(({ field }) => isShown(field))
  const configColumns = partsFor(config, level, list.columns).filter(({ field }) => isShown(field))
  const columns = useMailColumns(resource, configColumns, phone)
  const exportColumns = [...configColumns, STATUS]
  const mailbox = useMailbox()
  const filtering = useChosenFilters()
  const listBox = useRef<HTMLDivElement>(null)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const showHelp = () => void preloadBriefly(ShortcutsDialog).then(() => setHelpOpen(true))
  const closeHelp = () => setHelpOpen(false)
  useMailKeys(mailbox, listBox, showHelp)

  return (
    <Screen title={translate(resource.label)}>
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
            <ResultLine texts={list.texts} />
            <ZoneSwitch />
            {list.export && hasLevel(level, list.export, config.levels.numbers) && (
              <LazyPart errorFallback={null}>
                <ExportButton
                  resource={resource}
                  shown={exportColumns.filter(({ hidden }) => !hidden)}
                  all={exportColumns}
                />
              </LazyPart>
            )}
            <Box sx={{ width: { xs: 1, sm: 'auto' } }}>
              <FilterBar filters={filters.filter(({ name }) => name !== 'status')} filtering={filtering} />
            </Box>
          </Toolbar>
          <Box ref={listBox}>
            <TableOrCards
              label={translate(resource.label)}
              records={mailbox.orders}
              columns={columns}
              phone={phone}
              card={cardOf}
              empty={
                mailbox.inArchive ? (
                  <EmptyArchive />
                ) : (
                  <NoRows title={translate(list.texts.empty)} text={translate('orders.emptyHint')} />
                )
              }
              Frame={Card}
              row={MailRow}
              sx={TABLE}
            />
          </Box>
          <Pager
            size={list.pageWindow}
            initialTotal={config.app.limits.orders.initialTotal}
            // While orders are selected, `ChosenBar` takes the pager's place on a phone.
            isSticky={mailbox.chosen.length === 0}
            phoneAction={mailbox.chosen.length === 0 && mailbox.mayCompose && <ComposeLink />}
          />
        </Box>
      </Box>
      {phone && <ChosenBar mailbox={mailbox} />}
      {isHelpOpen && (
        <LazyDialog label={translate('orders.keys.title')} component={ShortcutsDialog} onClose={closeHelp}>
          <ShortcutsDialog onClose={closeHelp} />
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

const cardOf = ({ id, unreaded }: Order) => ({
  'data-mail': id,
  sx: { px: 0, fontSize: 13, ...(unreaded && { borderLeft: 3, borderLeftColor: 'primary.main' }) },
})

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

/**
 * The number of selected rows, a button to select all found rows, and the bulk actions; on a phone at the bottom.
 *
 * Replaces `BulkActionsToolbar`, which counts ids: here "all found rows" is a filter without ids. On a phone it would
 * also cover the top of the list.
 */
import { Box, Button, MenuItem, Typography } from '@mui/material'
import { useEvent, useListContext, useTranslate } from 'ra-core'
import { createElement, useMemo, useState } from 'react'
import type { CompiledBulkAction, CompiledResource } from '../../../engine/compiledResource'
import type { BulkActionName } from '../../../engine/registry'
import { useMayAccess } from '../../auth/access'
import { useSelection } from '../../forms/list/useSelection'
import { useCounted } from '../../forms/listTexts'
import { usePageCommands } from '../../pageCommands'
import { MenuButton } from '../../ui/controls/MenuButton'
import { LazyDialog } from '../../ui/lazy/LazyDialog'
import { preloadBriefly } from '../../ui/lazy/lazyComponent'
import { ThumbBar } from '../../ui/ThumbBar'
import { useIsPhone } from '../../ui/useIsPhone'
import { BULK } from './actions'
import BulkDialog from './BulkDialog'
import type { Chosen } from './fields'

interface SelectionBarProps {
  resource: CompiledResource
  actions: readonly CompiledBulkAction[]
}

export default function SelectionBar({ resource, actions }: SelectionBarProps) {
  const { selectedIds, filterValues, total = 0, meta, data = [], onSelect } = useListContext()
  const { isAll, chooseAll, clear } = useSelection()
  const translate = useTranslate()
  const counted = useCounted(resource)
  const phone = useIsPhone()
  const may = useMayAccess()
  const [openDialog, setOpenDialog] = useState<Chosen & { name: BulkActionName }>()

  const mayOrder = may('orders', 'create')
  const offeredActions = useMemo(
    () => actions.filter(({ name }) => name !== 'order' || mayOrder),
    [actions, mayOrder],
  )
  const open = useEvent((name: BulkActionName) => {
    const ids = selectedIds.map(String)
    const chosen: Chosen = isAll
      ? { choice: { filter: filterValues }, count: total, shown: data }
      : {
          choice: { ids },
          count: ids.length,
          shown: data.filter(({ id }) => selectedIds.includes(id)),
        }
    void preloadBriefly(BULK[name].Dialog).then(() => setOpenDialog({ ...chosen, name }))
  })
  const records = isAll ? counted(total, meta?.atLeast) : counted(selectedIds.length)
  const chosenText = translate(isAll ? 'bulk.all' : 'bulk.chosen', { records })
  usePageCommands(
    useMemo(
      () =>
        offeredActions.map(({ name }) => ({
          name,
          label: translate(`bulk.action.${name}`),
          detail: chosenText,
          run: () => open(name),
        })),
      [offeredActions, chosenText, open, translate],
    ),
  )
  const isPageSelected = data.length > 0 && data.every(({ id }) => selectedIds.includes(id))
  // Cards have no checkbox for the whole page: a phone has buttons instead, once a row is selected.
  const offersPage = phone && !isAll && !isPageSelected
  // Offered only if there are more rows than on this page; on a desktop only after the page was selected.
  const offersAll =
    !isAll &&
    total > selectedIds.length &&
    (phone ? total > data.length : isPageSelected || selectedIds.length > data.length)
  const dialog = openDialog && BULK[openDialog.name]

  return (
    <ThumbBar
      role="toolbar"
      aria-label={translate('bulk.bar')}
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, rowGap: 0.5, py: 1 }}
    >
      <Typography role="status" variant="body2" className="tabular" sx={{ fontWeight: 600, mr: 1 }}>
        {chosenText}
      </Typography>
      {offersPage && (
        <Button
          size="small"
          variant="outlined"
          onClick={() => onSelect([...new Set([...selectedIds, ...data.map(({ id }) => id)])])}
        >
          {translate('bulk.choosePage')}
        </Button>
      )}
      {offersAll && (
        <Button size="small" variant="outlined" onClick={chooseAll}>
          <span>
            {translate(phone ? 'bulk.chooseFound' : 'bulk.chooseAll', {
              records: counted(total, meta?.atLeast),
            })}
          </span>
        </Button>
      )}
      <Button size="small" color="inherit" onClick={clear}>
        {translate('bulk.clear')}
      </Button>
      <Box sx={{ flex: 1 }} />
      {phone ? (
        <MenuButton name={translate('bulk.open')}>
          {offeredActions.map(({ name }) => (
            <MenuItem key={name} onClick={() => open(name)} sx={{ gap: 1.5, minHeight: 44 }}>
              {createElement(BULK[name].icon)}
              <span>{translate(`bulk.action.${name}`)}</span>
            </MenuItem>
          ))}
        </MenuButton>
      ) : (
        offeredActions.map(({ name }) => (
          <Button
            key={name}
            size="small"
            variant="text"
            color={name === 'remove' ? 'error' : 'primary'}
            startIcon={createElement(BULK[name].icon)}
            aria-haspopup="dialog"
            onPointerEnter={() => void preloadBriefly(BULK[name].Dialog)}
            onClick={() => open(name)}
          >
            {translate(`bulk.action.${name}`)}
          </Button>
        ))
      )}
      {openDialog && dialog && (
        <LazyDialog
          label={translate(`bulk.action.${openDialog.name}`)}
          component={dialog.Dialog}
          onClose={() => setOpenDialog(undefined)}
        >
          <BulkDialog
            {...openDialog}
            resource={resource}
            onClose={() => setOpenDialog(undefined)}
            onDone={() => {
              setOpenDialog(undefined)
              clear()
            }}
          />
        </LazyDialog>
      )}
    </ThumbBar>
  )
}

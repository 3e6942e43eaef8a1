/**
 * How many rows are chosen, the way to all that are found, and what can be done with them; on a phone above the bottom
 * bar.
 *
 * Instead of `BulkActionsToolbar`: it counts ids. Here "all rows found" is a filter without ids. On a phone it would
 * cover the head of the list.
 */
import { Box, Button, MenuItem, Typography } from '@mui/material'
import { useListContext, useTranslate } from 'ra-core'
import { createElement, useState } from 'react'
import type { CompiledBulkAction, CompiledResource } from '../../../engine/compiledResource'
import type { BulkActionName } from '../../../engine/registry'
import { useMayAccess } from '../../auth/access'
import { useSelection } from '../../forms/list/useSelection'
import { MenuButton } from '../../ui/controls/MenuButton'
import { LazyDialog } from '../../ui/lazy/LazyDialog'
import { fetchedInTime } from '../../ui/lazy/lazyComponent'
import { ThumbBar } from '../../ui/ThumbBar'
import { useIsPhone } from '../../ui/useIsPhone'
import { BULK } from './actions'
import type { Chosen } from './fields'

interface SelectionBarProps {
  resource: CompiledResource
  actions: readonly CompiledBulkAction[]
}

export default function SelectionBar({ resource, actions }: SelectionBarProps) {
  const { selectedIds, filterValues, total = 0, data = [], onSelect } = useListContext()
  const { all, chooseAll, clear } = useSelection()
  const translate = useTranslate()
  const phone = useIsPhone()
  const may = useMayAccess()
  const [opened, setOpened] = useState<Chosen & { name: BulkActionName }>()

  const offered = actions.filter(({ name }) => name !== 'order' || may('orders', 'create'))
  const open = (name: BulkActionName) => {
    const ids = selectedIds.map(String)
    const chosen: Chosen = all
      ? { choice: { filter: filterValues }, count: total }
      : { choice: { ids }, count: ids.length }
    void fetchedInTime(BULK[name].Dialog).then(() => setOpened({ ...chosen, name }))
  }
  const count = (all ? total : selectedIds.length).toLocaleString('ko-KR')
  const isPage = data.length > 0 && data.every(({ id }) => selectedIds.includes(id))
  // Cards have no box for all of a page: a phone offers both from the first one that is chosen.
  const offersPage = phone && !all && !isPage
  const offersAll =
    !all &&
    total > selectedIds.length &&
    (phone ? total > data.length : isPage || selectedIds.length > data.length)
  const found = total.toLocaleString('ko-KR')
  const dialog = opened && BULK[opened.name]

  return (
    <ThumbBar
      role="toolbar"
      aria-label={translate('bulk.bar')}
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, rowGap: 0.5, py: 1 }}
    >
      <Typography role="status" variant="body2" className="tabular" sx={{ fontWeight: 600, mr: 1 }}>
        {translate(all ? 'bulk.all' : 'bulk.chosen', { count })}
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
          {translate(phone ? 'bulk.chooseFound' : 'bulk.chooseAll', { count: found })}
        </Button>
      )}
      <Button size="small" color="inherit" onClick={clear}>
        {translate('bulk.clear')}
      </Button>
      <Box sx={{ flex: 1 }} />
      {phone ? (
        <MenuButton name={translate('bulk.open')}>
          {offered.map(({ name }) => (
            <MenuItem key={name} onClick={() => open(name)} sx={{ gap: 1.5, minHeight: 44 }}>
              {createElement(BULK[name].icon)}
              {translate(`bulk.action.${name}`)}
            </MenuItem>
          ))}
        </MenuButton>
      ) : (
        offered.map(({ name }) => (
          <Button
            key={name}
            size="small"
            variant="text"
            color={name === 'remove' ? 'error' : 'primary'}
            startIcon={createElement(BULK[name].icon)}
            aria-haspopup="dialog"
            onPointerEnter={() => void fetchedInTime(BULK[name].Dialog)}
            onClick={() => open(name)}
          >
            {translate(`bulk.action.${name}`)}
          </Button>
        ))
      )}
      {opened && dialog && (
        <LazyDialog
          label={translate(`bulk.action.${opened.name}`)}
          screen={dialog.Dialog}
          onClose={() => setOpened(undefined)}
        >
          <dialog.Dialog
            action={opened.name}
            asks={dialog.asks}
            resource={resource}
            choice={opened.choice}
            count={opened.count}
            onClose={() => setOpened(undefined)}
            onDone={() => {
              setOpened(undefined)
              clear()
            }}
          />
        </LazyDialog>
      )}
    </ThumbBar>
  )
}

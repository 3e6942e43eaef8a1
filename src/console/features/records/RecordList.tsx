/**
 * The list of a resource, as its file in `config/resources/` describes it: title, buttons, filters, result line, table
 * or cards, pages. Shows only the columns, buttons and filters that the user's level permits.
 */
import DensityMedium from '@mui/icons-material/DensityMedium'
import DensitySmall from '@mui/icons-material/DensitySmall'
import ViewColumn from '@mui/icons-material/ViewColumn'
import { Box, Button, Card } from '@mui/material'
import { useListContext, useResourceContext, useStore } from 'ra-core'
import { memo, type ReactNode, useMemo } from 'react'
import { hasLevel } from '../../../domain/authority'
import { partsFor } from '../../../engine/access'
import type { CompiledList, CompiledResource } from '../../../engine/compiled'
import { useUser } from '../../auth/useSession'
import { useConfig, useTranslate } from '../../config'
import { ActionButton } from '../../forms/list/ActionButton'
import { ArrangeButton } from '../../forms/list/ArrangeButton'
import { type Arrangement, arrangedParts } from '../../forms/list/arrangement'
import { INDEX_COLUMN } from '../../forms/list/FieldCell'
import { FilterBar } from '../../forms/list/FilterBar'
import { ListFrame, ResultLine } from '../../forms/list/ListFrame'
import { NoRows } from '../../forms/list/ListProblem'
import { Pager } from '../../forms/list/Pager'
import { TableOrCards } from '../../forms/list/TableOrCards'
import { useConfigColumns } from '../../forms/list/useConfigColumns'
import { LazyPart } from '../../ui/lazy/LazyPart'
import { Screen } from '../../ui/Screen'
import { TALL_SCREEN } from '../../ui/screenHeights'
import { ZoneSwitch } from '../../ui/time/ZoneSwitch'
import { useIsPhone } from '../../ui/useIsPhone'
import { SelectionBar } from '../bulk'
import { ExportButton } from '../exports'

export default memo(RecordList)

/** Memoised, so that a render of the shell does not render the list. */
function RecordList() {
  const resource = useConfig().resources[useResourceContext() ?? '']
  if (!resource?.list) return null
  return (
    <ListFrame resource={resource}>
      <ListPage resource={resource} list={resource.list} />
    </ListFrame>
  )
}

const AS_IN_CONFIG: Arrangement = {}

function ListPage({ resource, list }: { resource: CompiledResource; list: CompiledList }) {
  const config = useConfig()
  const { level } = useUser()
  const translate = useTranslate()
  const phone = useIsPhone()
  const [compact, setCompact] = useStore('lists.compact', false)
  const [arrangement, setArrangement] = useStore<Arrangement>(`${resource.name}.columns`, AS_IN_CONFIG)
  const actions = partsFor(config, level, list.actions)
  const columns = useMemo(
    () =>
      partsFor(config, level, list.columns).map(column => ({
        ...column,
        name: column.field,
        actions: partsFor(config, level, column.actions),
      })),
    [config, level, list],
  )
  const arrangedColumns = useMemo(() => arrangedParts(columns, arrangement), [columns, arrangement])
  // Cards on a phone ignore the user's arrangement.
  const visible = phone ? columns : arrangedColumns
  const rowActions = useMemo(() => partsFor(config, level, list.rowActions), [config, level, list])
  const bulkActions = partsFor(config, level, list.bulkActions)
  const { data, selectedIds } = useListContext()
  // A basic server (§7 only) has no bulk calls, and its records lack `updated`. An empty page may be of either server:
  // it keeps an open bulk dialog, and the server answers why its action is no longer possible.
  const isBasic = Boolean(data?.length) && !data?.some(({ updated }) => typeof updated === 'string')
  const isSelectable = bulkActions.length > 0 && !isBasic
  const hasSelection = isSelectable && selectedIds.length > 0
  const hint = actions.some(({ name }) => name === 'create') ? 'records.empty.create' : 'records.empty.ask'

  return (
    <Screen
      fillsHeight={!phone}
      title={translate(resource.label)}
      actions={actions.map(({ name }, index) => (
        <ActionButton key={name} name={name} variant={index === 0 ? 'contained' : 'outlined'} />
      ))}
    >
      <Box sx={{ mb: 1 }}>
        <FilterBar filters={partsFor(config, level, list.filters)} />
      </Box>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          flexWrap: 'wrap',
          justifyContent: 'space-between',
          columnGap: 2,
          minHeight: 36,
          mb: 0.5,
        }}
      >
        <ResultLine texts={list.texts} />
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
          {visible.some(({ format }) => format === 'deviceTime') && <ZoneSwitch />}
          {list.export && hasLevel(level, list.export, config.levels.numbers) && (
            <LazyPart errorFallback={null}>
              <ExportButton resource={resource} shown={arrangedColumns} all={columns} />
            </LazyPart>
          )}
          {!phone && (
            <>
              <Button
                size="small"
                color="inherit"
                aria-pressed={compact}
                startIcon={compact ? <DensitySmall /> : <DensityMedium />}
                onClick={() => setCompact(!compact)}
              >
                {translate('forms.density')}
              </Button>
              <ArrangeButton
                size="small"
                startIcon={<ViewColumn />}
                title={translate('forms.columns.title')}
                reset={translate('forms.columns.reset')}
                parts={columns.map(({ name, hidden, label }) => ({
                  name,
                  hidden,
                  label: translate(label) || (name === INDEX_COLUMN ? '#' : name),
                }))}
                arrangement={arrangement}
                onChange={setArrangement}
                keepsOne
              >
                {translate('forms.columns.open')}
              </ArrangeButton>
            </>
          )}
        </Box>
      </Box>
      <TableOrCards
        label={translate(resource.label)}
        columns={useConfigColumns(resource, visible, rowActions, phone)}
        phone={phone}
        compact={compact}
        isSelectable={isSelectable}
        Frame={TableFrame}
        empty={
          <NoRows
            title={translate(list.texts.empty)}
            // `i18n` may have a hint for this resource.
            text={translate(`${resource.name}.emptyHint`, { _: translate(hint) })}
            action={actions[0] && <ActionButton name={actions[0].name} variant="outlined" />}
          />
        }
      />
      {hasSelection && (
        <LazyPart errorFallback={null}>
          <SelectionBar resource={resource} actions={bulkActions} />
        </LazyPart>
      )}
      {/* On a phone the selection bar takes the pager's place at the bottom. */}
      <Pager size={list.pageWindow} isSticky={!hasSelection} />
    </Screen>
  )
}

/**
 * Fills the remaining height of the screen, so that the table scrolls instead of the page; never higher than its rows.
 */
function TableFrame({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{ [TALL_SCREEN]: { flex: '1 1 320px', minHeight: 320, display: 'flex', flexDirection: 'column' } }}
    >
      <Card sx={{ overflow: 'hidden', minHeight: 0, display: 'flex', flexDirection: 'column' }}>
        {children}
      </Card>
    </Box>
  )
}

/**
 * The list of a resource, as its file in `config/resources/` describes it: title, buttons, filters, result line, table
 * or cards, pages. Shows only the columns, buttons and filters that the user's level permits.
 */
import DensityMedium from '@mui/icons-material/DensityMedium'
import DensitySmall from '@mui/icons-material/DensitySmall'
import ViewColumnOutlined from '@mui/icons-material/ViewColumnOutlined'
import { Box, Card } from '@mui/material'
import { useListContext, useResourceContext, useStore } from 'ra-core'
import { memo, type ReactNode, useMemo } from 'react'
import { hasLevel } from '../../../domain/authority'
import { may, partsFor } from '../../../engine/access'
import type { CompiledList, CompiledResource } from '../../../engine/compiled'
import { useUser } from '../../auth/useSession'
import { useConfig, useTranslate } from '../../config'
import { usePeekContent } from '../../feature'
import { useChosenFilters } from '../../forms/filters/useChosenFilters'
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
import { usePeek } from '../../forms/list/usePeek'
import { useListTexts } from '../../forms/listTexts'
import { TipButton } from '../../ui/controls/TipButton'
import { LazyPart } from '../../ui/lazy/LazyPart'
import { lazyComponent } from '../../ui/lazy/lazyComponent'
import { Screen } from '../../ui/Screen'
import { TALL_SCREEN } from '../../ui/screenHeights'
import { useIsPhone } from '../../ui/useIsPhone'
import { SelectionBar } from '../bulk'
import { ExportButton } from '../exports'
import { SaveViewButton } from './views/SaveViewButton'
import { useViews } from './views/useViews'
import { ViewTabs } from './views/ViewTabs'

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

const Peek = lazyComponent(() => import('../../forms/list/Peek'))
const RecordPeek = lazyComponent(() => import('./RecordPeek'))

const AS_IN_CONFIG: Arrangement = {}

function ListPage({ resource, list }: { resource: CompiledResource; list: CompiledList }) {
  const config = useConfig()
  const texts = useListTexts(resource)
  const { level } = useUser()
  const translate = useTranslate()
  const phone = useIsPhone()
  const [compact, setCompact] = useStore('lists.compact', true)
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
  const shownColumns = phone ? columns : arrangedColumns
  const rowActions = useMemo(() => partsFor(config, level, list.rowActions), [config, level, list])
  const bulkActions = partsFor(config, level, list.bulkActions)
  const { data, selectedIds } = useListContext()
  // A basic server (§7 only) has no bulk calls, and its records lack `updated`. An empty page may come from either
  // server. It counts as ours, so that an open bulk dialog stays, and the server says why the action is not possible.
  const isBasic = Boolean(data?.length) && !data?.some(({ updated }) => typeof updated === 'string')
  const isImportable =
    resource.import !== undefined &&
    !isBasic &&
    may(config, level, resource.name, 'create') &&
    hasLevel(level, resource.import.level, config.levels.numbers)
  const isSelectable = bulkActions.length > 0 && !isBasic
  const hasSelection = isSelectable && selectedIds.length > 0
  const { peeked, peek, listBox, keysHelp } = usePeek()
  const filtering = useChosenFilters()
  const views = useViews(resource, list, filtering.chosen)
  const Content = usePeekContent(resource.name) ?? RecordPeek
  const hint = actions.some(({ name }) => name === 'create') ? 'records.empty.create' : 'records.empty.ask'

  const tools = (
    <>
      {list.filters.length > 0 && <SaveViewButton views={views} />}
      {list.export && hasLevel(level, list.export, config.levels.numbers) && (
        <LazyPart errorFallback={null}>
          <ExportButton resource={resource} shown={arrangedColumns} all={columns} />
        </LazyPart>
      )}
      {!phone && (
        <>
          <TipButton
            label="forms.density"
            aria-pressed={compact}
            size="small"
            onClick={() => setCompact(!compact)}
          >
            {compact ? <DensitySmall fontSize="small" /> : <DensityMedium fontSize="small" />}
          </TipButton>
          <ArrangeButton
            label={translate('forms.columns.open')}
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
            <ViewColumnOutlined fontSize="small" />
          </ArrangeButton>
        </>
      )}
    </>
  )
  const resultLine = <ResultLine resource={resource} />
  const tabs = views.views.length > 1 && <ViewTabs resource={resource} views={views} />

  return (
    <Screen
      width="window"
      fillsHeight
      title={translate(resource.label)}
      aside={!phone && (tabs || resultLine)}
      actions={[...actions, ...(isImportable ? [{ name: 'import' as const }] : [])].map(({ name }, index) => (
        <ActionButton key={name} name={name} variant={index === 0 ? 'contained' : 'outlined'} />
      ))}
    >
      {phone && tabs}
      <Box sx={{ mb: 1 }}>
        <FilterBar
          filters={partsFor(config, level, list.filters)}
          filtering={filtering}
          tools={
            <>
              {tabs && <Box sx={RESULT_LINE}>{resultLine}</Box>}
              {tools}
            </>
          }
        />
      </Box>
      {phone && (
        <Box
          sx={{
            display: 'flex',
            alignItems: 'center',
            justifyContent: 'space-between',
            gap: 1,
            minHeight: 36,
          }}
        >
          {resultLine}
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>{tools}</Box>
        </Box>
      )}
      <Box sx={BESIDE}>
        <Box ref={listBox} sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column' }}>
          <TableOrCards
            label={translate(resource.label)}
            columns={useConfigColumns(resource, shownColumns, rowActions, phone, peek)}
            phone={phone}
            compact={compact}
            current={peeked?.id}
            isSelectable={isSelectable}
            Frame={TableFrame}
            empty={
              <NoRows
                title={texts.empty}
                // `i18n` may have a hint for this resource.
                text={translate(`${resource.name}.emptyHint`, { _: translate(hint) })}
                action={actions[0] && <ActionButton name={actions[0].name} variant="outlined" />}
              />
            }
          />
        </Box>
        {peeked && (
          <LazyPart>
            <Peek
              resource={resource}
              record={peeked}
              actions={rowActions}
              Content={Content}
              onClose={() => peek(undefined)}
            />
          </LazyPart>
        )}
      </Box>
      {keysHelp}
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

/** As wide as the usual sentence, so that nothing moves when the number is known. */
const RESULT_LINE = { display: 'flex', justifyContent: 'end', minWidth: 224, mr: 1 }

/** The table and the panel beside it. */
const BESIDE = {
  display: 'flex',
  gap: 2,
  [TALL_SCREEN]: { flex: { sm: '1 1 320px' }, minHeight: { sm: 320 } },
} as const

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

/**
 * A list as config describes it: title, buttons, filters, result line, table or cards, pages. The caller, who knows the session,
 * passes in the parts that the user's level has.
 */
import DensityMedium from '@mui/icons-material/DensityMedium'
import DensitySmall from '@mui/icons-material/DensitySmall'
import { Box, Button, Card } from '@mui/material'
import { useListContext, useStore, useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import type {
  CompiledAction,
  CompiledColumn,
  CompiledFilter,
  CompiledResource,
} from '../../../engine/compiled'
import { useWords } from '../../config'
import { EmptyState } from '../../ui/EmptyState'
import { Screen } from '../../ui/Screen'
import { SkeletonCards } from '../../ui/SkeletonRows'
import { TALL_SCREEN } from '../../ui/screenHeights'
import { TimeGroup } from '../../ui/TimeGroup'
import { useIsPhone } from '../../ui/useIsPhone'
import { ZoneSwitch } from '../../ui/ZoneSwitch'
import { ActionButton } from './ActionButton'
import { ColumnChooser } from './ColumnChooser'
import { ConfigCards } from './ConfigCards'
import { ConfigTable } from './ConfigTable'
import { arrangeColumns, type ColumnChoice, isShown } from './columnChoice'
import { INDEX } from './FieldCell'
import { FilterBar } from './FilterBar'
import { ListFrame } from './ListFrame'
import { PageProblem, pageState, StaleRows } from './ListProblem'
import { Pager } from './Pager'
import { ResultLine } from './ResultLine'

export interface ConfigListProps {
  resource: CompiledResource
  columns: readonly CompiledColumn[]
  filters: readonly CompiledFilter[]
  /** Buttons above the list. */
  actions: readonly CompiledAction[]
  /** Buttons at the end of each row. */
  rowActions: readonly CompiledAction[]
  /** Why there are no records at all, and what to do; the first of `actions` stands beneath. */
  emptyText: string
}

const NO_CHOICE: ColumnChoice = {}

export function ConfigList(props: ConfigListProps) {
  return (
    <ListFrame resource={props.resource}>
      <ListPage {...props} />
    </ListFrame>
  )
}

function ListPage({ resource, columns, filters, actions, rowActions, emptyText }: ConfigListProps) {
  const words = useWords()
  const phone = useIsPhone()
  const [compact, setCompact] = useStore('lists.compact', false)
  const [choice, setChoice] = useStore<ColumnChoice>(`${resource.name}.columns`, NO_CHOICE)
  const chosen = arrangeColumns(columns, choice).filter(column => isShown(column, choice))
  // The cards of a phone show what config says.
  const shown = phone ? columns : chosen
  const list = resource.list!

  return (
    <Screen
      fills={!phone}
      title={words(resource.label)}
      actions={actions.map(({ name }, at) => (
        <ActionButton key={name} name={name} variant={at === 0 ? 'contained' : 'outlined'} />
      ))}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1 }}>
        <FilterBar filters={filters} />
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
          {shown.some(({ format }) => format === 'deviceTime') && <ZoneSwitch />}
          {!phone && (
            <>
              <DensitySwitch compact={compact} onChange={setCompact} />
              <ColumnChooser
                columns={columns}
                labelOf={column => words(column.label) || (column.field === INDEX ? '#' : column.field)}
                choice={choice}
                onChange={setChoice}
              />
            </>
          )}
        </Box>
      </Box>
      <ListContent
        {...{ resource, rowActions, phone, compact }}
        columns={shown}
        empty={
          <EmptyState
            title={words(list.texts.empty)}
            text={emptyText}
            action={actions[0] && <ActionButton name={actions[0].name} variant="outlined" />}
          />
        }
      />
      <Pager size={list.pageWindow} />
    </Screen>
  )
}

function DensitySwitch({ compact, onChange }: { compact: boolean; onChange: (compact: boolean) => void }) {
  const translate = useTranslate()
  return (
    <Button
      size="small"
      color="inherit"
      aria-pressed={compact}
      startIcon={compact ? <DensitySmall /> : <DensityMedium />}
      onClick={() => onChange(!compact)}
    >
      {translate('forms.density')}
    </Button>
  )
}

interface ListContentProps extends Pick<ConfigListProps, 'resource' | 'columns' | 'rowActions'> {
  compact: boolean
  phone: boolean
  /** For a list without any records, as opposed to one without matches. */
  empty: ReactNode
}

/** The rows as table or cards, or what takes their place: loading, nothing, failed. */
function ListContent({ phone, compact, empty, ...described }: ListContentProps) {
  const page = useListContext()
  const { filterValues, setFilters } = page
  const translate = useTranslate()
  const words = useWords()

  const state = pageState(page)
  const isWaiting = state === 'waiting'
  if (state === 'failed' || state === 'beyond') {
    return (
      <Frame>
        <PageProblem />
      </Frame>
    )
  }
  if (state === 'unmatched') {
    const unmatched = (
      <EmptyState
        title={words(described.resource.list?.texts.empty)}
        text={translate('forms.filters.none')}
        action={
          <Button variant="outlined" onClick={() => setFilters({})}>
            {translate('forms.filters.reset')}
          </Button>
        }
      />
    )
    return <Frame>{Object.keys(filterValues).length === 0 ? empty : unmatched}</Frame>
  }
  if (phone && isWaiting) return <SkeletonCards cards={5} />
  return (
    <TimeGroup zoneInHead={!phone}>
      <StaleRows />
      {phone ? (
        <ConfigCards {...described} />
      ) : (
        <Frame>
          <ConfigTable {...described} compact={compact} isWaiting={isWaiting} />
        </Frame>
      )}
    </TimeGroup>
  )
}

/** Takes the remaining height of the screen, so that the table scrolls and not the page; no higher than its rows. */
function Frame({ children }: { children: ReactNode }) {
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

/**
 * A list as config describes it: title, buttons, filters, result line, table or cards, pages. Which parts this user has
 * (levels) is decided by the caller, who knows the session.
 */
import DensityMedium from '@mui/icons-material/DensityMedium'
import DensitySmall from '@mui/icons-material/DensitySmall'
import { Box, Button, useMediaQuery, useTheme } from '@mui/material'
import { useStore, useTranslate } from 'ra-core'
import type {
  CompiledAction,
  CompiledColumn,
  CompiledFilter,
  CompiledResource,
} from '../../../engine/compiled'
import { useWords } from '../../config'
import { EmptyState } from '../../ui/EmptyState'
import { Screen } from '../../ui/Screen'
import { ZoneSwitch } from '../../ui/ZoneSwitch'
import { ActionButton } from './ActionButton'
import { ColumnChooser } from './ColumnChooser'
import { arrangeColumns, type ColumnChoice, isShown } from './columnChoice'
import { INDEX } from './FieldCell'
import { FilterBar } from './FilterBar'
import { ListContent } from './ListContent'
import { ListFrame } from './ListFrame'
import { Pager } from './Pager'
import { ResultLine } from './ResultLine'

export interface ConfigListProps {
  resource: CompiledResource
  columns: readonly CompiledColumn[]
  filters: readonly CompiledFilter[]
  /** Buttons above the list. */
  actions: readonly CompiledAction[]
  /** Buttons at the end of each row. */
  rowActions?: readonly CompiledAction[]
  /** Passed on to the data provider. */
  meta?: Record<string, unknown>
  /** Why there is nothing at all, and what to do; the first of `actions` stands beneath. */
  emptyText: string
}

const NO_CHOICE: ColumnChoice = {}

export function ConfigList(props: ConfigListProps) {
  return (
    <ListFrame resource={props.resource} meta={props.meta}>
      <ListPage {...props} />
    </ListFrame>
  )
}

function ListPage({ resource, columns, filters, actions, rowActions, emptyText }: ConfigListProps) {
  const words = useWords()
  const phone = useMediaQuery(useTheme().breakpoints.down('sm'))
  const [compact, setCompact] = useStore('lists.compact', false)
  const [choice, setChoice] = useStore<ColumnChoice>(`${resource.name}.columns`, NO_CHOICE)
  const arranged = arrangeColumns(columns, choice).filter(column => isShown(column, choice))
  // The cards of a phone are as config has them.
  const shown = phone ? columns : arranged
  const list = resource.list!

  return (
    <Screen
      title={words(resource.label)}
      actions={actions.map(({ name }, at) => <ActionButton key={name} name={name} primary={at === 0} />)}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1 }}>
        <FilterBar filters={filters} />
      </Box>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          justifyContent: 'space-between',
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
        resource={resource}
        columns={shown}
        compact={compact}
        phone={phone}
        rowActions={rowActions}
        empty={
          <EmptyState
            title={words(list.texts.empty)}
            text={emptyText}
            action={actions[0] && <ActionButton name={actions[0].name} />}
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

/**
 * Which columns are shown, and in which order. Not react-admin's `ColumnsButton`: it has options in a menu (axe
 * `aria-required-parent`) and stores indexes, which a column added in config would scramble; this one stores names.
 */
import ViewColumn from '@mui/icons-material/ViewColumn'
import { useTranslate } from 'ra-core'
import type { CompiledColumn } from '../../../engine/compiled'
import { ArrangeButton } from '../../ui/ArrangeButton'
import { arrangeColumns, type ColumnChoice, isShown, moveColumn, toggleColumn } from './columnChoice'

interface ColumnChooserProps {
  columns: readonly CompiledColumn[]
  labelOf: (column: CompiledColumn) => string
  choice: ColumnChoice
  onChange: (choice: ColumnChoice) => void
}

export function ColumnChooser({ columns, labelOf, choice, onChange }: ColumnChooserProps) {
  const translate = useTranslate()
  return (
    <ArrangeButton
      size="small"
      startIcon={<ViewColumn />}
      title={translate('forms.columns.title')}
      parts={arrangeColumns(columns, choice).map(column => ({
        name: column.field,
        label: labelOf(column),
        shown: isShown(column, choice),
      }))}
      onShow={name => onChange(toggleColumn(columns, choice, name))}
      onMove={(name, by) => onChange(moveColumn(columns, choice, name, by))}
      reset={translate('forms.columns.reset')}
      onReset={choice.order || choice.shown ? () => onChange({}) : undefined}
    >
      {translate('forms.columns.open')}
    </ArrangeButton>
  )
}

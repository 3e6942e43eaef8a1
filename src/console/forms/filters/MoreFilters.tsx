/**
 * The popover of "+ Filter": lists the filters that are not shown above the list, then shows the input of the chosen
 * one.
 */
import ArrowBack from '@mui/icons-material/ArrowBack'
import { Box, Button, IconButton, MenuItem, MenuList, Popover, Typography } from '@mui/material'
import { useId, useState } from 'react'
import type { CompiledFilter } from '../../../engine/compiled'
import { useTranslate } from '../../config'
import { FILTERS, useFilterChoices } from '../list/filters'
import { changeFilter, valueIn } from './filterValues'
import type { Filtering } from './useChosenFilters'

interface MoreFiltersProps {
  anchor: HTMLElement
  /** All filters of the list, also those above it. */
  filters: readonly CompiledFilter[]
  filtering: Filtering
  onClose: () => void
}

export default function MoreFilters({ anchor, filters, filtering, onClose }: MoreFiltersProps) {
  const translate = useTranslate()
  const [name, setName] = useState<string>()
  const titleId = useId()
  const filter = filters.find(other => other.name === name)
  const choose = (value: unknown) =>
    filter && filtering.choose(values => changeFilter(filters, values, filter.name, value))
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-labelledby': titleId,
          sx: { width: 328, maxWidth: 'calc(100% - 32px)' },
        },
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, px: 2, pt: 1.5, minHeight: 44 }}>
        {filter && (
          <IconButton
            size="small"
            edge="start"
            aria-label={translate('forms.filters.back')}
            onClick={() => setName(undefined)}
          >
            <ArrowBack fontSize="small" />
          </IconButton>
        )}
        <Typography id={titleId} variant="h3">
          {filter ? translate(filter.label) : translate('forms.filters.add')}
        </Typography>
      </Box>
      {!filter && (
        <MenuList autoFocusItem aria-labelledby={titleId} dense>
          {filters
            .filter(({ more }) => more)
            .map(other => (
              <MenuItem key={other.name} onClick={() => setName(other.name)}>
                {translate(other.label)}
              </MenuItem>
            ))}
        </MenuList>
      )}
      {filter && (filter.type === 'select' || filter.type === 'boolean') && (
        <Choices
          filter={filter}
          value={filtering.chosen[filter.name]}
          onChoose={value => {
            choose(value)
            onClose()
          }}
        />
      )}
      {filter && (filter.type === 'reference' || filter.type === 'range') && (
        <FilterInput
          filter={filter}
          filtering={filtering}
          onChange={value => {
            choose(value)
            if (filter.type === 'reference') onClose()
          }}
          onClose={onClose}
        />
      )}
    </Popover>
  )
}

interface ChoicesProps {
  filter: CompiledFilter
  value: unknown
  onChoose: (value: unknown) => void
}

function Choices({ filter, value, onChoose }: ChoicesProps) {
  const choices = useFilterChoices(filter)
  return (
    <MenuList
      autoFocusItem
      dense
      aria-label={useTranslate()(filter.label)}
      sx={{ maxHeight: 320, overflow: 'auto' }}
    >
      {choices.map(choice => (
        <MenuItem
          key={String(choice.value)}
          selected={String(choice.value) === String(value)}
          onClick={() => onChoose(choice.value)}
        >
          {choice.label}
        </MenuItem>
      ))}
    </MenuList>
  )
}

interface FilterInputProps extends Pick<MoreFiltersProps, 'filtering' | 'onClose'> {
  filter: CompiledFilter
  onChange: (value: unknown) => void
}

function FilterInput({ filter, filtering: { chosen }, onChange, onClose }: FilterInputProps) {
  const translate = useTranslate()
  const Filter = FILTERS[filter.type]
  return (
    <Box
      ref={focusFirst}
      component="form"
      onSubmit={event => {
        event.preventDefault()
        onClose()
      }}
      // The title of the dialog names the range.
      sx={{ display: 'grid', gap: 1.5, p: 2, pt: 1, '& legend': { display: 'none' } }}
    >
      <Filter
        filter={filter}
        value={valueIn(filter, chosen)}
        parent={filter.dependsOn ? chosen[filter.dependsOn] : undefined}
        onChange={onChange}
      />
      {filter.type === 'range' && (
        <Button type="submit" size="small" variant="contained" sx={{ justifySelf: 'end' }}>
          {translate('forms.filters.done')}
        </Button>
      )}
    </Box>
  )
}

const focusFirst = (form: HTMLElement | null) =>
  form?.querySelector<HTMLElement>('input, [role=combobox]')?.focus()

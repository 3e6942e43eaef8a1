/**
 * A button that opens a list in which the user shows, hides and moves parts such as columns. All of it works by
 * keyboard.
 *
 * Instead of `ColumnsButton`: it has role=option in a role=menu (axe aria-required-parent). It stores column indexes,
 * which a new column in config shifts; this one stores names.
 */
import ArrowDownward from '@mui/icons-material/ArrowDownward'
import ArrowUpward from '@mui/icons-material/ArrowUpward'
import {
  Box,
  Button,
  type ButtonProps,
  Checkbox,
  FormControlLabel,
  IconButton,
  Popover,
  Typography,
} from '@mui/material'
import { useTranslate } from 'ra-core'
import { type MouseEvent, useId, useState } from 'react'
import { focusableWhenDisabled } from '../../ui/controls/focusableWhenDisabled'
import { TipButton } from '../../ui/controls/TipButton'
import { type Arrangement, arrange, isVisible, move, toggle } from './arrangement'

interface ArrangeButtonProps extends Omit<ButtonProps, 'onChange'> {
  /** For a button that is only an icon: the name in its tooltip. */
  label?: string
  title: string
  /** The label of the button that restores the arrangement of config. */
  reset: string
  parts: readonly { name: string; label: string; hidden?: boolean }[]
  arrangement: Arrangement
  onChange: (arrangement: Arrangement) => void
  /** The last visible part cannot be hidden. */
  keepsOne?: boolean
}

export function ArrangeButton(props: ArrangeButtonProps) {
  const { label, title, reset, parts, arrangement, onChange, keepsOne, ...button } = props
  const translate = useTranslate()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const titleId = useId()
  const arranged = arrange(parts, arrangement)
  const opener = {
    'aria-haspopup': 'dialog',
    'aria-expanded': anchor !== null,
    onClick: (event: MouseEvent<HTMLElement>) => setAnchor(event.currentTarget),
  } as const

  return (
    <>
      {label ? (
        <TipButton label={label} size="small" {...opener}>
          {button.children}
        </TipButton>
      ) : (
        <Button color="inherit" {...opener} {...button} />
      )}
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-labelledby': titleId, sx: { p: 2, minWidth: 260 } } }}
      >
        <Typography id={titleId} variant="h3" sx={{ mb: 1 }}>
          {title}
        </Typography>
        <Box component="ul" sx={{ listStyle: 'none', p: 0, m: 0 }}>
          {arranged.map((part, index) => (
            <Box key={part.name} component="li" sx={{ display: 'flex', alignItems: 'center' }}>
              <FormControlLabel
                sx={{ flex: 1 }}
                control={
                  <Checkbox
                    size="small"
                    checked={isVisible(part, arrangement)}
                    onChange={() => onChange(toggle(parts, arrangement, part.name, keepsOne))}
                  />
                }
                label={part.label}
              />
              {([-1, 1] as const).map(step => (
                <IconButton
                  key={step}
                  size="small"
                  aria-label={translate(`shell.arrange.${step < 0 ? 'up' : 'down'}`, { name: part.label })}
                  onClick={() => onChange(move(parts, arrangement, part.name, step))}
                  {...focusableWhenDisabled(index + step < 0 || index + step >= arranged.length)}
                >
                  {step < 0 ? <ArrowUpward fontSize="inherit" /> : <ArrowDownward fontSize="inherit" />}
                </IconButton>
              ))}
            </Box>
          ))}
        </Box>
        <Button
          size="small"
          sx={{ mt: 1 }}
          onClick={() => onChange({})}
          {...focusableWhenDisabled(Object.keys(arrangement).length === 0)}
        >
          {reset}
        </Button>
      </Popover>
    </>
  )
}

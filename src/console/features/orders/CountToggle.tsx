/** A toggle button with a count, for folders of the mailbox and statuses of targets. */
import { Box, type SxProps, type Theme, ToggleButton, type ToggleButtonProps } from '@mui/material'

interface CountToggleProps extends ToggleButtonProps {
  count: number | undefined
  sx?: SxProps<Theme>
}

export const CountToggle = ({ count, children, sx, ...props }: CountToggleProps) => (
  <ToggleButton {...props} sx={{ gap: 1, px: 1.5, minHeight: 32, color: 'text.primary', ...sx }}>
    <span>{children}</span>{' '}
    <Box
      component="span"
      sx={{
        color: 'text.secondary',
        fontVariantNumeric: 'tabular-nums',
        // In the light theme, secondary text has too little contrast on the colour of the selected button.
        '.Mui-selected > &': { color: 'text.primary' },
      }}
    >
      {count?.toLocaleString('ko-KR')}
    </Box>
  </ToggleButton>
)

/** The product's logo: a device with three signal bars. @param size in px */
import { Box } from '@mui/material'

export function Mark({ size = 24 }: { size?: number }) {
  return (
    <Box
      component="svg"
      viewBox="0 0 24 24"
      aria-hidden
      sx={{ width: size, height: size, flex: 'none', display: 'block', color: 'primary.main' }}
    >
      <rect x="1" y="1" width="22" height="22" rx="6" fill="currentColor" opacity="0.16" />
      <g fill="currentColor">
        <rect x="6" y="13" width="3" height="5" rx="1" />
        <rect x="10.5" y="9.5" width="3" height="8.5" rx="1" />
        <rect x="15" y="6" width="3" height="12" rx="1" />
      </g>
    </Box>
  )
}

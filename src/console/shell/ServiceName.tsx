/** The service's name and mark, leading to the main page. */
import { Box } from '@mui/material'
import { useTranslate } from 'ra-core'
import { Link } from 'react-router'
import { useConfig, useWords } from '../config'
import { paths } from '../paths'
import { Mark } from '../ui/Mark'
import { Cut } from '../ui/text/Cut'

export function ServiceName() {
  const service = useWords()(useConfig().app.service)
  const translate = useTranslate()
  return (
    <Box
      component={Link}
      to={paths.root}
      aria-label={translate('shell.nav.toMain', { service })}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: { xs: 0.75, sm: 1.25 },
        minHeight: 44,
        minWidth: 0,
        px: 0.5,
        borderRadius: 1,
        color: 'text.primary',
        textDecoration: 'none',
        fontWeight: 600,
        fontSize: { xs: 11, sm: 14 },
        lineHeight: { xs: 1.2, sm: 1.5 },
        maxWidth: { md: 180, lg: 280 },
        mr: { md: 2 },
        '& > svg': { flex: 'none' },
      }}
    >
      <Mark />
      {/* Beside the buttons of a phone it takes two lines. */}
      <Cut lines={2} inControl>
        {service}
      </Cut>
    </Box>
  )
}

/** Page numbers in chunks (§9), and on a phone two wide buttons within the thumb's reach. There is no page-size dropdown. */
import ChevronLeft from '@mui/icons-material/ChevronLeft'
import ChevronRight from '@mui/icons-material/ChevronRight'
import FirstPage from '@mui/icons-material/FirstPage'
import LastPage from '@mui/icons-material/LastPage'
import { Box, ButtonBase, IconButton, Typography, useMediaQuery, useTheme } from '@mui/material'
import { useListContext, useTranslate } from 'ra-core'
import { useState } from 'react'
import { inert } from '../inert'
import { pageWindow } from './pages'

interface PagerProps {
  /** How many page numbers are shown at once. */
  size: number
  /** What stands for the total until the server has said it (§9: 16 for orders). */
  initialTotal?: number
}

export function Pager({ size, initialTotal = 0 }: PagerProps) {
  const { page, perPage, setPage, total: found } = useListContext()
  const total = useKnownTotal(found, page, initialTotal)
  const translate = useTranslate()
  const phone = useMediaQuery(useTheme().breakpoints.down('sm'))
  const { last, numbers } = pageWindow(page, total, perPage, size)
  if (last === 1) return null

  const step = (label: string, to: number, icon: React.ReactNode, show = true) =>
    show && (
      <IconButton
        aria-label={translate(`forms.pager.${label}`)}
        onClick={() => setPage(to)}
        {...inert(to < 1 || to > last || to === page)}
        size={phone ? 'large' : 'small'}
      >
        {icon}
      </IconButton>
    )

  return (
    <Box
      component="nav"
      aria-label={translate('forms.pager.label')}
      sx={{
        display: 'flex',
        justifyContent: 'center',
        alignItems: 'center',
        gap: 0.5,
        py: 1,
        // On a phone the pages stay above the bottom bar, where the thumb is.
        ...(phone && {
          position: 'sticky',
          bottom: 'calc(56px + env(safe-area-inset-bottom))',
          bgcolor: 'background.default',
          mx: -2,
          py: 0.5,
          zIndex: 1,
          borderTop: 1,
          borderColor: 'divider',
        }),
      }}
    >
      {step('first', 1, <FirstPage fontSize="small" />, !phone)}
      {step('previous', page - 1, <ChevronLeft fontSize={phone ? 'medium' : 'small'} />)}
      {phone ? (
        <Typography sx={{ minWidth: 120, textAlign: 'center', fontVariantNumeric: 'tabular-nums' }}>
          {translate('forms.pager.of', { page, last })}
        </Typography>
      ) : (
        numbers.map(number => (
          <PageNumber key={number} number={number} current={number === page} onChoose={setPage} />
        ))
      )}
      {step('next', page + 1, <ChevronRight fontSize={phone ? 'medium' : 'small'} />)}
      {step('last', last, <LastPage fontSize="small" />, !phone)}
    </Box>
  )
}

/** A page that failed has no total: the one before it leads back from there. */
function useKnownTotal(found: number | undefined, page: number, initialTotal: number): number {
  const [known, setKnown] = useState(found)
  if (found !== undefined && found !== known) setKnown(found)
  return found ?? (page > 1 ? known : undefined) ?? initialTotal
}

interface PageNumberProps {
  number: number
  current: boolean
  onChoose: (page: number) => void
}

function PageNumber({ number, current, onChoose }: PageNumberProps) {
  const translate = useTranslate()
  return (
    <ButtonBase
      aria-current={current ? 'page' : undefined}
      aria-label={translate('forms.pager.page', { page: number })}
      onClick={() => onChoose(number)}
      sx={{
        minWidth: 32,
        height: 32,
        px: 0.75,
        borderRadius: 1,
        fontSize: 13,
        fontVariantNumeric: 'tabular-nums',
        color: current ? 'primary.contrastText' : 'text.primary',
        bgcolor: current ? 'primary.main' : 'transparent',
        '&:hover': { bgcolor: current ? 'primary.main' : 'action.hover' },
        '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: 2 },
      }}
    >
      {number}
    </ButtonBase>
  )
}

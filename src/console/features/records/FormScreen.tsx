/** The page of a form: its title, its width, the way back; or that this user may not be here. */
import ArrowBack from '@mui/icons-material/ArrowBack'
import LockOutlined from '@mui/icons-material/LockOutlined'
import { Box, Button, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { CompiledResource } from '../../../engine/compiled'
import { useWords } from '../../config'
import { EmptyState } from '../../ui/EmptyState'
import { Screen } from '../../ui/Screen'

interface FormScreenProps {
  resource: CompiledResource
  title: string
  /** How the record is called. */
  called?: string
  allowed: boolean
  children: ReactNode
}

const WIDTHS = { narrow: 560, medium: 760, wide: 1200 } as const

export function FormScreen({ resource, title, called, allowed, children }: FormScreenProps) {
  const translate = useTranslate()
  const words = useWords()
  const back = (
    <Button component={Link} to={resource.path} color="inherit" size="small" startIcon={<ArrowBack />}>
      {translate('records.form.toList', { name: words(resource.label) })}
    </Button>
  )
  return (
    <Box sx={{ maxWidth: WIDTHS[resource.form?.width ?? 'medium'], mx: 'auto' }}>
      <Screen
        title={title}
        aside={called && <Typography color="text.secondary">{called}</Typography>}
        actions={back}
      >
        {allowed ? (
          children
        ) : (
          <EmptyState
            icon={LockOutlined}
            title={translate('shell.denied.sentence')}
            text={translate('shell.denied.hint')}
          />
        )}
      </Screen>
    </Box>
  )
}

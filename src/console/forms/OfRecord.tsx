/**
 * Passes to its child whether the user may change a record. `IfChangeable` loads this code only for resources that have
 * the rule `access.rows`.
 */
import type { RaRecord } from 'ra-core'
import type { ReactNode } from 'react'
import type { CompiledResource } from '../../engine/compiled'
import { useIsChangeable } from '../changeable'

interface Props {
  resource: CompiledResource
  record: RaRecord
  children: (isChangeable: boolean) => ReactNode
}

export default function OfRecord({ resource, record, children }: Props) {
  return children(useIsChangeable()(resource, record))
}

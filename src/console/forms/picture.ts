/**
 * Pictures of records in lists. A row of our server comes without them and names the fields that have one (`pictures`); each is fetched with
 * the token once its place is seen, and kept for the state of the record in which it was read.
 */
import { useQuery } from '@tanstack/react-query'
import { type DataProvider, useDataProvider } from 'ra-core'
import type { RefObject } from 'react'
import { pictureOf } from '../../domain/picture'
import { useInView } from '../ui/useInView'
import { useObjectUrl } from '../ui/useObjectUrl'

/** What the provider has beside react-admin's methods; nothing where the server has no pictures. */
export type Pictures = DataProvider & {
  images(resource: string, signal?: AbortSignal): Promise<Map<string, string> | undefined>
  picture(resource: string, id: string, field: string, signal?: AbortSignal): Promise<Blob | undefined>
}

type Row = Readonly<Record<string, unknown>>

/** The fields of a row that have a picture; `undefined` for rows of a server that does not say. */
export function picturesIn({ pictures }: Row): readonly string[] | undefined {
  return Array.isArray(pictures) ? pictures : undefined
}

/** Only pictures: whatever else a record may hold is not followed. */
export const shownPicture = (value: unknown): string | undefined =>
  typeof value === 'string' && pictureOf(value) ? value : undefined

/** @param place where it will be shown */
export function usePicture(
  resource: string,
  record: Row,
  field: string,
  place: RefObject<Element | null>,
): string | undefined {
  const fleet = useDataProvider<Pictures>()
  const seen = useInView(place)
  const { id, updated } = record
  const { data } = useQuery({
    queryKey: [resource, 'picture', String(id), field, updated],
    queryFn: async ({ signal }) => (await fleet.picture(resource, String(id), field, signal)) ?? null,
    enabled: seen && picturesIn(record)?.includes(field) === true,
    staleTime: updated ? Number.POSITIVE_INFINITY : 60_000,
    retry: false,
  })
  return useObjectUrl(data)
}

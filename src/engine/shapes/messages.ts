/** The shape of a resource's messages. */
import Type from 'typebox'
import { MESSAGES, type MessageName } from '../registry'
import { StrictObject, TextFor } from './text'

const MEANINGS: Readonly<Record<MessageName, string>> = {
  created: 'After creating',
  createFailed: 'If creating failed',
  updated: 'After changing',
  updateFailed: 'If changing failed',
  deleted: 'After deleting',
  deleteFailed: 'If deleting failed',
  confirmDelete: 'Question before deleting; %{name} is the record',
  confirmDeleteBody: 'Consequences of deleting; %{name} is the record',
  incomplete: 'New record: at an empty required field without its own message',
  incompleteEdit: 'Changed record: at an empty required field without its own message',
  downloaded: 'Of batches: after downloading devices',
  uploaded: 'Of batches: after uploading devices',
  registered: 'Of orders: after registering',
  refused: 'Of orders: if refused',
  failed: 'Of orders: if registering failed',
}

export const Messages = StrictObject(
  Object.fromEntries(MESSAGES.map(name => [name, Type.Optional(TextFor(MEANINGS[name]))])) as Record<
    MessageName,
    ReturnType<typeof Type.Optional<ReturnType<typeof TextFor>>>
  >,
  'Messages after creating, changing and deleting',
)

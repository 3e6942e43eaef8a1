/**
 * Registers an order and can undo it, for the compose page and the dialog of one device. Not in the index of `orders`,
 * which the first page loads.
 */
export { AddedFields, addedPath, useAddedErrors } from './AddedFields'
export { OutcomeLine } from './OutcomeLine'
export { RegisteredToast } from './RegisteredToast'
export { UndoButton } from './UndoButton'
export { useAddedFields, useOrderWriteContext } from './useAddedFields'
export { useOutcome } from './useOutcome'
export { type RegisteredOrder, type Registration, useRegister } from './useRegister'

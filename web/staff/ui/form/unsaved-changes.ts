/** One function per guarded form on the screen: whether it has unsaved changes. */
export const guarded = new Set<() => boolean>()

/** Whether any form on the screen has unsaved changes. */
export function hasUnsavedChanges(): boolean {
  return [...guarded].some((isDirty) => isDirty())
}

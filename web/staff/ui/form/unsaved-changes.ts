/** One function per guarded form on the screen: whether it has unsaved changes. */
export const guarded = new Set<() => boolean>()

export function hasUnsavedChanges(): boolean {
  return [...guarded].some((isDirty) => isDirty())
}

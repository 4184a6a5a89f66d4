/** The file is not a picture, is incomplete, or has a format or size that is not accepted. */
export class NotPictureError extends Error {
  /** The message for the user, when there is more to say than that it is not a picture. */
  readonly sentence: string | undefined
  constructor(message: string, sentence?: string) {
    super(message)
    this.sentence = sentence
  }
}

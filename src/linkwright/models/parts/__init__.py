"""What several models are made of: frames and paths between them, accelerations, efforts, composite bodies."""

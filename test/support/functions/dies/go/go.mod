module dies

go 1.18

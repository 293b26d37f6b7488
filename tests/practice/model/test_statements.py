"""What statements say that is worth knowing."""

import pytest

from practice.model.facts import Fact
from practice.model.statements import fact_in


@pytest.mark.parametrize(
    ("said", "content", "category", "subject"),
    [
        ("Btw, my boss is called Alec", "Alec is the user's boss", "person", "Alec"),
        ("alec is my boss", "Alec is the user's boss", "person", "Alec"),
        ("Alec's my boss at TechCorp", "Alec is the user's boss at TechCorp", "person", "Alec"),
        ("I work with James", "User works with James", "person", "James"),
        ("My wife Anna loves opera", "User's wife Anna loves opera", "person", "Anna"),
        ("My sister lives in Lyon", "User's sister lives in Lyon", "person", ""),
        ("Anna's birthday is 5 May", "Anna's birthday is 5 May", "person", "Anna"),
        ("Sarah works on the Platform team.", "Sarah works on the Platform team", "person", "Sarah"),
        ("Élodie lives in Lyon", "Élodie lives in Lyon", "person", "Élodie"),
        ("Tom and Ann are my parents", "Tom and Ann are the user's parents", "person", "Tom and Ann"),
        ("Actually, Sarah moved to Berlin last week", "Sarah lives in Berlin", "person", "Sarah"),
        ("I really like green tea", "User really likes green tea", "preference", ""),
        ("I can't stand meetings on Mondays", "User can't stand meetings on Mondays", "preference", ""),
        ("my favourite colour is blue", "User's favourite colour is blue", "preference", ""),
        ("Blue is my favourite colour", "Blue is the user's favourite colour", "preference", ""),
        ("I work at TechCorp", "User works at TechCorp", "context", ""),
        ("I'm a teacher", "User is a teacher", "context", ""),
        ("I joined the Design team last month", "User works on the Design team", "context", ""),
        ("I've joined TechCorp", "User works at TechCorp", "context", ""),
        ("My name is Ivan", "User's name is Ivan", "context", ""),
        ("My project uses Python 3.12", "User's project uses Python 3.12", "project", ""),
        ("Project Apollo uses Rust", "Project Apollo uses Rust", "project", "Project Apollo"),
    ],
)
def test_a_fact_is_found_in_the_third_person(said: str, content: str, category: str, subject: str) -> None:
    assert fact_in(said) == Fact(content, category, subject)


@pytest.mark.parametrize("said", ["It is my turn", "I like it", "I think so", "You are great", "The weather is nice"])
def test_nothing_is_found_where_there_is_nothing(said: str) -> None:
    assert fact_in(said) is None
